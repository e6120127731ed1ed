// A registry bundle on its way to a host.

import { fieldsOf, found, jsonText } from "../core/arguments.js";
import { mismatch } from "../core/errors.js";
import { requireText } from "../core/text.js";
import type { BundleJson } from "./types.js";

/**
 * @throws VitrineError `BadRequest` for what is no object with a `bundle_id`, or is not JSON; `Unprocessable`, as a registry
 * says it, for an id that no URL can have
 */
export function bundleText(bundle: BundleJson): { id: string; json: string } {
  const { bundle_id: id } = fieldsOf(bundle, "bundle");
  requireText(id, "bundle_id");
  // Folded away, also where they are percent-encoded: another route would be asked.
  if (id === "." || id === "..")
    throw mismatch("Unprocessable", "bundle_id", "another name: no URL can have this one", found(id), "/bundle_id");
  return { id, json: jsonText(bundle, "bundle") };
}
