// `tauri://fs/writeTextFile`: a text file under one of the folders that the app knows by name.

import { object, text } from "./body.js";
import { permit } from "./permit.js";
import { type ApiCall, EffectError, type EffectPorts, type EffectResult, wrong } from "./types.js";

/** The base directories of Tauri 2. */
const DIRECTORIES = [
  ...["Audio", "Cache", "Config", "Data", "LocalData", "Document", "Download", "Picture", "Public", "Video"],
  ...["Resource", "Temp", "AppConfig", "AppData", "AppLocalData", "AppCache", "AppLog"],
  ...["Desktop", "Executable", "Font", "Home", "Runtime", "Template"],
];
const LONGEST_PATH = 1024;
const CONTROLS = /\p{Cc}/u;

/** Carries out a call of `tauri://fs/writeTextFile`. */
export async function writeTextFile(call: ApiCall, ports: EffectPorts): Promise<EffectResult> {
  const body = object(call.params.body, "body");
  const path = readPath(text(body, "path"));
  const contents = text(body, "contents");
  if (contents === undefined) throw wrong("body.contents", "a text", contents);
  const directory = text(body, "directory") ?? "Desktop";
  if (!DIRECTORIES.includes(directory)) throw wrong("body.directory", DIRECTORIES.join(", "), directory);
  if (ports.fs === undefined) {
    const message = `${path} cannot be written: this page has no files. Give createAdapter the option fs.`;
    throw new EffectError("UICP_NO_PORT", message);
  }
  await permit("fs", call, ports);
  await ports.fs.writeTextFile(path, contents, directory);
  return { status: "ready", data: { path, directory } };
}

/** A path that leads nowhere but below its base directory, on any system. */
export function readPath(path: string | undefined): string {
  const expected = "a relative path without .., a drive or control characters";
  if (!path || path.length > LONGEST_PATH || CONTROLS.test(path)) throw wrong("body.path", expected, path);
  if (/^[\\/~]|^[A-Za-z]:/.test(path) || path.split(/[\\/]/).some((part) => /^\.\.[. ]*$/.test(part))) {
    throw wrong("body.path", expected, path);
  }
  return path;
}
