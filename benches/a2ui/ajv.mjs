// The messages of A2UI v0.8 as JSON Schema, compiled by Ajv to say all that is wrong. The components are those of our own
// table, written down in catalog.json; what the specification states in prose is left out, as its schemas leave it out.
import Ajv from "ajv";
import catalog from "./catalog.json" with { type: "json" };

const text = { type: "string" };
const strict = (properties, required) => ({ type: "object", properties, required, additionalProperties: false });

const component = {
  ...strict(catalog.components),
  minProperties: 1,
  maxProperties: 1,
};
const scalars = { key: text, valueString: text, valueNumber: { type: "number" }, valueBoolean: { type: "boolean" } };
const inner = { type: "array", items: strict(scalars, ["key"]) };
const contents = { type: "array", items: strict({ ...scalars, valueMap: inner }, ["key"]) };

const schema = {
  ...strict({
    beginRendering: strict({ surfaceId: text, catalogId: text, root: text, styles: { type: "object" } }, [
      "surfaceId",
      "root",
    ]),
    surfaceUpdate: strict(
      {
        surfaceId: text,
        components: {
          type: "array",
          minItems: 1,
          items: strict({ id: text, weight: { type: "number" }, component }, ["id", "component"]),
        },
      },
      ["surfaceId", "components"],
    ),
    dataModelUpdate: strict({ surfaceId: text, path: text, contents }, ["surfaceId", "contents"]),
    deleteSurface: strict({ surfaceId: text }, ["surfaceId"]),
  }),
  minProperties: 1,
  maxProperties: 1,
};

/** How much is wrong with a message. */
export function validator() {
  const validate = new Ajv({ allErrors: true, strictRequired: false, logger: false }).compile(schema);
  return (message) => (validate(message) ? 0 : validate.errors.length);
}
