// Written by scripts/generate-a2ui.mjs from src/a2ui/registry.rs.

/** The table of codes, a row a line: code, family, recovery, HTTP status, sentence for people, what to do. */
export const RULES = `
A2UI_S2C_ENVELOPE_JSON|A2UI_S2C_ENVELOPE|FATAL||This part of the conversation could not be shown.|Send one JSON object a message: UTF-8, no prose or code fences around it, at most 127 arrays and objects inside each other.
A2UI_S2C_ENVELOPE_NOT_OBJECT|A2UI_S2C_ENVELOPE|FATAL||This part of the conversation could not be shown.|A message is a JSON object.
A2UI_S2C_ENVELOPE_ONE_KEY|A2UI_S2C_ENVELOPE|FATAL||This part of the conversation could not be shown.|Give exactly one of beginRendering, surfaceUpdate, dataModelUpdate and deleteSurface; split the message if it says more.
A2UI_S2C_ENVELOPE_UNKNOWN_KEY|A2UI_S2C_ENVELOPE|FATAL||This part of the conversation could not be shown.|Leave the key out, or correct its name.
A2UI_S2C_ENVELOPE_DUPLICATE_KEY|A2UI_S2C_ENVELOPE|FATAL||This part of the conversation could not be shown.|Give each key of an object once; readers differ in which of two they take.
A2UI_S2C_ENVELOPE_MISSING|A2UI_S2C_ENVELOPE|FATAL||This part of the conversation could not be shown.|Add the required field.
A2UI_S2C_ENVELOPE_TYPE|A2UI_S2C_ENVELOPE|FATAL||This part of the conversation could not be shown.|Give the field a value of the type that the message schema names.
A2UI_S2C_ENVELOPE_EMPTY|A2UI_S2C_ENVELOPE|FATAL||This part of the conversation could not be shown.|A surfaceUpdate carries at least one component.
A2UI_S2C_BEGIN_BEFORE_UPDATE|A2UI_S2C_BEGIN|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Send a surfaceUpdate of the surface before its beginRendering.
A2UI_S2C_BEGIN_ROOT_MISSING|A2UI_S2C_BEGIN|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Send the component that beginRendering names as root before it.
A2UI_S2C_BEGIN_STYLE|A2UI_S2C_BEGIN|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give styles the types and patterns of the catalog, such as a primaryColor of the form #00BFFF.
A2UI_S2C_BEGIN_PENDING|A2UI_S2C_BEGIN|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Rendering was begun and the root never came: the client still shows nothing. Send the root component.
A2UI_S2C_CATALOG_UNSUPPORTED|A2UI_S2C_CATALOG|SURFACE_FAIL||This part of the interface cannot be shown here.|Use the pinned catalog, or pin the one that the surface names.
A2UI_S2C_CATALOG_INLINE|A2UI_S2C_CATALOG|SURFACE_FAIL||This part of the interface cannot be shown here.|Inline catalogs are off; enable them with inlineCatalogs where that is meant, or use the pinned catalog.
A2UI_S2C_COMPONENT_INVALID|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|A component is an object with id and component.
A2UI_S2C_COMPONENT_ID_MISSING|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give the component an id, a string.
A2UI_S2C_COMPONENT_ID_DUPLICATE|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give each component of a surfaceUpdate an id of its own.
A2UI_S2C_COMPONENT_WRAPPER|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|The object under component holds exactly one key, the component's type.
A2UI_S2C_COMPONENT_UNKNOWN_TYPE|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Use a component type of the catalog.
A2UI_S2C_COMPONENT_PROPERTY_UNKNOWN|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Leave the property out, or correct its name; lenient mode drops it.
A2UI_S2C_COMPONENT_PROPERTY_MISSING|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Add the property that the catalog requires.
A2UI_S2C_COMPONENT_PROPERTY_TYPE|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give the property a value of the type that the catalog names.
A2UI_S2C_COMPONENT_PROPERTY_ENUM|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Use one of the values that the catalog lists.
A2UI_S2C_COMPONENT_PROPERTY_RANGE|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Keep to the bounds that the catalog sets.
A2UI_S2C_COMPONENT_VALUE_EMPTY|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give the value a path or a literal.
A2UI_S2C_COMPONENT_VALUE_AMBIGUOUS|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give the value one literal, not several.
A2UI_S2C_COMPONENT_PATH_AND_LITERAL|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give a path or a literal; send defaults in a dataModelUpdate. Lenient mode writes the literal to the path, then binds.
A2UI_S2C_COMPONENT_CHILDREN|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give children as explicitList or as template, exactly one of them.
A2UI_S2C_COMPONENT_CHILD_MISSING|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Send the component that is referred to; all that the root leads to must exist at the end of the response.
A2UI_S2C_COMPONENT_CYCLE|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|A component must not lead back to itself, over explicit children or templates.
A2UI_S2C_COMPONENT_TYPE_CHANGED|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|An id keeps its component type; use another id, or deleteSurface first.
A2UI_S2C_COMPONENT_WEIGHT|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Set weight only on a direct child of a Row or Column.
A2UI_S2C_COMPONENT_URL|A2UI_S2C_COMPONENT|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Use http or https, for an Image also data: of png, jpeg, gif, webp or avif; urlSchemes allows more.
A2UI_S2C_ACTION_FORBIDDEN|A2UI_S2C_ACTION|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Use an action of the allowlist, or add the name to it.
A2UI_S2C_ACTION_CONTEXT_FORBIDDEN|A2UI_S2C_ACTION|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Use a context key of the allowlist, or add the key to it.
A2UI_S2C_PATH_NOT_CANONICAL|A2UI_S2C_PATH|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Write paths as JSON Pointers (RFC 6901): /user/name. Lenient mode reads user and user.name as that.
A2UI_S2C_DATA_ENTRY|A2UI_S2C_DATA|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|An entry of contents is an object with a key, a string, and one value.
A2UI_S2C_DATA_ONE_VALUE|A2UI_S2C_DATA|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give exactly one of valueString, valueNumber, valueBoolean and valueMap.
A2UI_S2C_DATA_TYPE|A2UI_S2C_DATA|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give the value the type that its key names.
A2UI_S2C_DATA_UNKNOWN_KEY|A2UI_S2C_DATA|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|An entry has key and one of valueString, valueNumber, valueBoolean and valueMap, nothing else.
A2UI_S2C_DATA_KEY_DUPLICATE|A2UI_S2C_DATA|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|Give each key of a map once.
A2UI_S2C_DATA_NESTED_MAP|A2UI_S2C_DATA|SURFACE_FAIL||This part of the interface could not be shown. Please regenerate it.|A valueMap holds no valueMap in A2UI v0.8: send the inner map as a dataModelUpdate with its own path. Lenient mode takes it.
A2UI_S2C_LIMIT_MESSAGES|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Send fewer messages in one response, or raise limits.messages.
A2UI_S2C_LIMIT_MESSAGE_BYTES|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Split the message, or raise limits.messageBytes.
A2UI_S2C_LIMIT_SURFACE_BYTES|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Send less for one surface in one response, or raise limits.surfaceBytes.
A2UI_S2C_LIMIT_RESPONSE_BYTES|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Send less in one response, or raise limits.responseBytes.
A2UI_S2C_LIMIT_LINE_BYTES|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Write shorter lines, or raise maxLineBytes.
A2UI_S2C_LIMIT_COMPONENTS|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Use fewer components, a template for rows, or raise limits.components.
A2UI_S2C_LIMIT_DEPTH|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Nest components less deeply, or raise limits.depth.
A2UI_S2C_LIMIT_NODES|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Show fewer rows and components at a time, or raise limits.nodes.
A2UI_S2C_LIMIT_DATA_DEPTH|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Nest the data model less deeply, or raise limits.dataDepth.
A2UI_S2C_LIMIT_DATA_ENTRIES|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Keep fewer entries in the data model, or raise limits.dataEntries.
A2UI_S2C_LIMIT_STRING_BYTES|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|Shorten the string, or raise limits.stringBytes.
A2UI_S2C_LIMIT_FINDINGS|A2UI_S2C_LIMIT|SURFACE_FAIL||This part of the interface is too large to be shown.|There is more wrong with the message than is listed; mend what is listed first.
A2UI_C2S_ENVELOPE_INVALID|A2UI_C2S||400|Invalid submission. Please refresh and retry.|Send a JSON object with exactly one of userAction and error, in the form of the client-to-server schema.
A2UI_C2S_ACTION_FORBIDDEN|A2UI_C2S||403|This action is not available.|The action is not in the allowlist, or its context breaks the action's rules.
A2UI_C2S_NONCE_INVALID|A2UI_C2S||403|This action is not available.|Send the nonce that the surface was given as vitrine.nonce.
A2UI_C2S_SURFACE_STALE|A2UI_C2S||409|UI is out of date. Please regenerate.|The surface is unknown, of a former epoch or of another revision; show it again.
A2UI_C2S_CONTEXT_TOO_LARGE|A2UI_C2S||413|Submission is too large. Please submit less at once.|Submit less: the context is bounded in bytes, depth and keys.
A2UI_C2S_CLIENT_ERROR|A2UI_C2S|EPOCH_RESET|200|The interface reported a problem and is being rebuilt.|A client reported an error of its own; reset the epoch of its surface.
LLM_STREAMING_WITH_TOOL_CALLING_FORBIDDEN|LLM|FATAL||The assistant is not configured correctly.|Do not stream a request that offers tools.
LLM_STREAMING_WITH_RESPONSE_FORMAT_FORBIDDEN|LLM|FATAL||The assistant is not configured correctly.|Do not stream a request with response_format.
LLM_STRUCTURED_OUTPUTS_PARALLEL_TOOL_CALLS_FORBIDDEN|LLM|FATAL||The assistant is not configured correctly.|Set parallel_tool_calls to false in a request with response_format.
`;
