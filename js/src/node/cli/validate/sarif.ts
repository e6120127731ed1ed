// A report as SARIF 2.1.0 (OASIS), which editors and code hosts show beside the file.

import { packageVersion } from "../../../core/version.js";
import type { Report } from "./report.js";

/** The log of one run over one file. */
export function sarif({ file, faults }: Report): string {
  const codes = [...new Set(faults.map(({ code }) => code))];
  const rules = codes.map((id) => {
    const hint = faults.find(({ code }) => code === id)?.hint ?? "";
    return { id, shortDescription: { text: id }, help: { text: hint } };
  });
  const results = faults.map(({ code, severity, message, pointer, line, column }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file === "-" ? "stdin" : uri(file) },
          region: { startLine: line, startColumn: column },
        },
        ...(pointer === "" ? {} : { logicalLocations: [{ fullyQualifiedName: pointer, kind: "member" }] }),
      },
    ],
  }));
  const driver = { name: "vitrine", semanticVersion: packageVersion, rules };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** A path as a URI, relative where the path is. */
function uri(path: string): string {
  return path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
}
