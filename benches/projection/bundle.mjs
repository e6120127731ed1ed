// The registry bundle that every contestant gets: chat turns, tool calls, attachments, usage.

export const MESSAGE = "com.example.chat.MessageTurn";
export const TOOL_CALL = "com.example.chat.ToolCallTurn";
const ATTACHMENT = "com.example.chat.Attachment";
const USAGE = "com.example.chat.Usage";

const version1 = (fields) => ({ versions: { 1: { fields } } });

export const bundle = {
  registry_version: 1,
  bundle_id: "bench#1",
  types: {
    [MESSAGE]: version1({
      1: { name: "role", type: "u8", enum: "com.example.chat.Role" },
      2: { name: "text", type: "string" },
      3: { name: "id", type: "u64" },
      4: { name: "created_at", type: "unix_ms" },
      5: { name: "attachments", type: "array", items: { type: "ref", ref: ATTACHMENT } },
      6: { name: "parent_id", type: "u64", optional: true },
      7: { name: "model", type: "string", optional: true },
      8: { name: "usage", type: "ref", ref: USAGE, optional: true },
    }),
    [TOOL_CALL]: version1({
      1: { name: "id", type: "u64" },
      2: { name: "created_at", type: "unix_ms" },
      3: { name: "tool_name", type: "string" },
      4: { name: "status", type: "u8", enum: "com.example.chat.Status" },
      5: { name: "args", type: "any" },
      6: { name: "result", type: "string", optional: true },
      7: { name: "duration_ms", type: "u32" },
    }),
    [ATTACHMENT]: version1({
      1: { name: "name", type: "string" },
      2: { name: "mime", type: "string" },
      3: { name: "data", type: "bytes" },
      4: { name: "size", type: "u32" },
      5: { name: "kind", type: "u8", enum: "com.example.chat.AttachmentKind" },
    }),
    [USAGE]: version1({
      1: { name: "input", type: "u32" },
      2: { name: "output", type: "u32" },
      3: { name: "cost", type: "f64" },
    }),
  },
  enums: {
    "com.example.chat.Role": { 0: "system", 1: "user", 2: "assistant", 3: "tool" },
    "com.example.chat.Status": { 0: "pending", 1: "running", 2: "succeeded", 3: "failed" },
    "com.example.chat.AttachmentKind": { 0: "file", 1: "image", 2: "audio" },
  },
};
