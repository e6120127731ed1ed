// A registry bundle on its way to a host.

import { fieldsOf, jsonText } from "../core/arguments.js";
import { requireText } from "../core/text.js";
import type { BundleJson } from "./types.js";

/** @throws VitrineError `BadRequest` for what is no object with a `bundle_id`, or is not JSON */
export function bundleText(bundle: BundleJson): { id: string; json: string } {
  const { bundle_id: id } = fieldsOf(bundle, "bundle");
  requireText(id, "bundle_id");
  return { id, json: jsonText(bundle, "bundle") };
}
