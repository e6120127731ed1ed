// What `@a2ui/web_core` makes of messages, in the form in which ClientSim gives it: values in the places of bindings, no
// weight where none was given. Its own nodes keep `{path}`, which renderers resolve with `getData`, as is done here.

import { A2uiMessageProcessor } from "@a2ui/web_core/v0_8";

/** A processor. */
export const webCore = () => new A2uiMessageProcessor();

/** The tree of a surface, null as long as it is not shown. */
export function treeOf(processor, surfaceId) {
  const tree = processor.getSurfaces().get(surfaceId)?.componentTree;
  return tree ? node(processor, surfaceId, tree) : null;
}

/** The data model of a surface. */
export const dataOf = (processor, surfaceId) => plain(processor.surfaces.get(surfaceId)?.dataModel ?? null);

function node(processor, surfaceId, tree) {
  const { id, type, weight, properties } = tree;
  const value = (inside) => {
    if (Array.isArray(inside)) return inside.map(value);
    if (typeof inside !== "object" || inside === null) return inside;
    if ("dataContextPath" in inside) return node(processor, surfaceId, inside);
    const keys = Object.keys(inside);
    if (keys.length === 1 && keys[0] === "path") return plain(processor.getData(tree, inside.path, surfaceId) ?? null);
    if (keys.length === 1 && keys[0].startsWith("literal")) return inside[keys[0]];
    return Object.fromEntries(keys.map((key) => [key, value(inside[key])]));
  };
  return { id, type, ...(weight === "initial" ? {} : { weight }), properties: value(properties) };
}

function plain(value) {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inside]) => [key, plain(inside)]));
  return value;
}

/** A tree of ClientSim without what only ClientSim has. */
export function withoutBindings(value) {
  if (Array.isArray(value)) return value.map(withoutBindings);
  if (typeof value !== "object" || value === null) return value;
  const isNode = typeof value.id === "string" && typeof value.properties === "object" && "type" in value;
  const entries = Object.entries(value).filter(([key]) => !(isNode && key === "bindings"));
  return Object.fromEntries(entries.map(([key, inside]) => [key, withoutBindings(inside)]));
}
