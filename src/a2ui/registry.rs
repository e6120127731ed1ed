//! The one table of codes: what a finding, a rejection or a refused request is called, and what is done about it.
//!
//! Section 17 of the seed's plan, extended under the same prefixes. An application may add codes and change recoveries
//! and sentences; the package does that on a copy.

use crate::json::Json;

/// What a server does about an error, unless the application says otherwise (section 9 of the plan).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recovery {
    /// Nothing is sent; safe text instead.
    Fatal,
    /// `deleteSurface`, then safe text.
    SurfaceFail,
    /// The surface is built again under the id of its next epoch.
    EpochReset,
    /// Safe text; surfaces stay.
    SoftFail,
}

impl Recovery {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Recovery::Fatal => "FATAL",
            Recovery::SurfaceFail => "SURFACE_FAIL",
            Recovery::EpochReset => "EPOCH_RESET",
            Recovery::SoftFail => "SOFT_FAIL",
        }
    }
}

/// A row of the table.
#[derive(Debug, PartialEq)]
pub struct Rule {
    /// The code, stable.
    pub code: &'static str,
    /// What the code begins with.
    pub family: &'static str,
    /// The default recovery.
    pub recovery: Option<Recovery>,
    /// The HTTP status, for what comes from clients.
    pub http: Option<u16>,
    /// A sentence for the person in front of the page.
    pub sentence: &'static str,
    /// What the developer does about it.
    pub hint: &'static str,
}

impl Rule {
    /// `{code, family, recovery, http, message, hint}`
    pub fn to_json(&self) -> Json {
        let recovery = self.recovery.map(|recovery| recovery.name().into());
        let http = self.http.map(|status| u32::from(status).into());
        let entries = [
            ("code", self.code.into()),
            ("family", self.family.into()),
            ("recovery", recovery.unwrap_or(Json::Null)),
            ("http", http.unwrap_or(Json::Null)),
            ("message", self.sentence.into()),
            ("hint", self.hint.into()),
        ];
        Json::Object(entries.map(|(key, value)| (key.to_owned(), value)).into())
    }
}

/// Rows of one family.
macro_rules! family {
    ($all:ident, $family:literal, $recovery:expr, $http:expr, $sentence:literal;
     $($name:ident $suffix:literal: $hint:literal $(, $own_http:literal, $own_sentence:literal)? $(=> $own_recovery:expr)?;)*) => {
        $(
            #[doc = concat!("`", $family, "_", $suffix, "`: ", $hint)]
            pub static $name: Rule = Rule {
                code: concat!($family, "_", $suffix),
                family: $family,
                recovery: family!(@last $recovery $(, $own_recovery)?),
                http: family!(@last $http $(, Some($own_http))?),
                sentence: family!(@last $sentence $(, $own_sentence)?),
                hint: $hint,
            };
        )*
        static $all: &[&Rule] = &[$(&$name),*];
    };
    (@last $default:expr) => { $default };
    (@last $default:expr, $own:expr) => { $own };
}

family! { ENVELOPE, "A2UI_S2C_ENVELOPE", Some(Recovery::Fatal), None, "This part of the conversation could not be shown.";
    ENVELOPE_JSON "JSON": "Send one JSON object a message: UTF-8, no prose or code fences around it, at most 127 arrays and objects inside each other.";
    ENVELOPE_NOT_OBJECT "NOT_OBJECT": "A message is a JSON object.";
    ENVELOPE_ONE_KEY "ONE_KEY": "Give exactly one of beginRendering, surfaceUpdate, dataModelUpdate and deleteSurface; split the message if it says more.";
    ENVELOPE_UNKNOWN_KEY "UNKNOWN_KEY": "Leave the key out, or correct its name.";
    ENVELOPE_DUPLICATE_KEY "DUPLICATE_KEY": "Give each key of an object once; readers differ in which of two they take.";
    ENVELOPE_MISSING "MISSING": "Add the required field.";
    ENVELOPE_TYPE "TYPE": "Give the field a value of the type that the message schema names.";
    ENVELOPE_EMPTY "EMPTY": "A surfaceUpdate carries at least one component.";
}

family! { BEGIN, "A2UI_S2C_BEGIN", Some(Recovery::SurfaceFail), None, "This part of the interface could not be shown. Please regenerate it.";
    BEGIN_BEFORE_UPDATE "BEFORE_UPDATE": "Send a surfaceUpdate of the surface before its beginRendering.";
    BEGIN_ROOT_MISSING "ROOT_MISSING": "Send the component that beginRendering names as root before it.";
    BEGIN_STYLE "STYLE": "Give styles the types and patterns of the catalog, such as a primaryColor of the form #00BFFF.";
    BEGIN_PENDING "PENDING": "Rendering was begun and the root never came: the client still shows nothing. Send the root component.";
}

family! { CATALOG, "A2UI_S2C_CATALOG", Some(Recovery::SurfaceFail), None, "This part of the interface cannot be shown here.";
    CATALOG_UNSUPPORTED "UNSUPPORTED": "Use the pinned catalog, or pin the one that the surface names.";
    CATALOG_INLINE "INLINE": "Inline catalogs are off; enable them with inlineCatalogs where that is meant, or use the pinned catalog.";
}

family! { COMPONENT, "A2UI_S2C_COMPONENT", Some(Recovery::SurfaceFail), None, "This part of the interface could not be shown. Please regenerate it.";
    COMPONENT_INVALID "INVALID": "A component is an object with id and component.";
    COMPONENT_ID_MISSING "ID_MISSING": "Give the component an id, a string.";
    COMPONENT_ID_DUPLICATE "ID_DUPLICATE": "Give each component of a surfaceUpdate an id of its own.";
    COMPONENT_WRAPPER "WRAPPER": "The object under component holds exactly one key, the component's type.";
    COMPONENT_UNKNOWN_TYPE "UNKNOWN_TYPE": "Use a component type of the catalog.";
    COMPONENT_PROPERTY_UNKNOWN "PROPERTY_UNKNOWN": "Leave the property out, or correct its name; lenient mode drops it.";
    COMPONENT_PROPERTY_MISSING "PROPERTY_MISSING": "Add the property that the catalog requires.";
    COMPONENT_PROPERTY_TYPE "PROPERTY_TYPE": "Give the property a value of the type that the catalog names.";
    COMPONENT_PROPERTY_ENUM "PROPERTY_ENUM": "Use one of the values that the catalog lists.";
    COMPONENT_PROPERTY_RANGE "PROPERTY_RANGE": "Keep to the bounds that the catalog sets.";
    COMPONENT_VALUE_EMPTY "VALUE_EMPTY": "Give the value a path or a literal.";
    COMPONENT_VALUE_AMBIGUOUS "VALUE_AMBIGUOUS": "Give the value one literal, not several.";
    COMPONENT_PATH_AND_LITERAL "PATH_AND_LITERAL": "Give a path or a literal; send defaults in a dataModelUpdate. Lenient mode writes the literal to the path, then binds.";
    COMPONENT_CHILDREN "CHILDREN": "Give children as explicitList or as template, exactly one of them.";
    COMPONENT_CHILD_MISSING "CHILD_MISSING": "Send the component that is referred to; all that the root leads to must exist at the end of the response.";
    COMPONENT_CYCLE "CYCLE": "A component must not lead back to itself, over explicit children or templates.";
    COMPONENT_TYPE_CHANGED "TYPE_CHANGED": "An id keeps its component type; use another id, or deleteSurface first.";
    COMPONENT_WEIGHT "WEIGHT": "Set weight only on a direct child of a Row or Column.";
    COMPONENT_URL "URL": "Use http or https, for an Image also data: of png, jpeg, gif, webp or avif; urlSchemes allows more.";
}

family! { ACTION, "A2UI_S2C_ACTION", Some(Recovery::SurfaceFail), None, "This part of the interface could not be shown. Please regenerate it.";
    ACTION_FORBIDDEN "FORBIDDEN": "Use an action of the allowlist, or add the name to it.";
    ACTION_CONTEXT_FORBIDDEN "CONTEXT_FORBIDDEN": "Use a context key of the allowlist, or add the key to it.";
}

family! { PATH, "A2UI_S2C_PATH", Some(Recovery::SurfaceFail), None, "This part of the interface could not be shown. Please regenerate it.";
    PATH_NOT_CANONICAL "NOT_CANONICAL": "Write paths as JSON Pointers (RFC 6901): /user/name. Lenient mode reads user and user.name as that.";
}

family! { DATA, "A2UI_S2C_DATA", Some(Recovery::SurfaceFail), None, "This part of the interface could not be shown. Please regenerate it.";
    DATA_ENTRY "ENTRY": "An entry of contents is an object with a key, a string, and one value.";
    DATA_ONE_VALUE "ONE_VALUE": "Give exactly one of valueString, valueNumber, valueBoolean and valueMap.";
    DATA_TYPE "TYPE": "Give the value the type that its key names.";
    DATA_UNKNOWN_KEY "UNKNOWN_KEY": "An entry has key and one of valueString, valueNumber, valueBoolean and valueMap, nothing else.";
    DATA_KEY_DUPLICATE "KEY_DUPLICATE": "Give each key of a map once.";
    DATA_NESTED_MAP "NESTED_MAP": "A valueMap holds no valueMap in A2UI v0.8: send the inner map as a dataModelUpdate with its own path. Lenient mode takes it.";
}

family! { LIMIT, "A2UI_S2C_LIMIT", Some(Recovery::SurfaceFail), None, "This part of the interface is too large to be shown.";
    LIMIT_MESSAGES "MESSAGES": "Send fewer messages in one response, or raise limits.messages.";
    LIMIT_MESSAGE_BYTES "MESSAGE_BYTES": "Split the message, or raise limits.messageBytes.";
    LIMIT_SURFACE_BYTES "SURFACE_BYTES": "Send less for one surface in one response, or raise limits.surfaceBytes.";
    LIMIT_RESPONSE_BYTES "RESPONSE_BYTES": "Send less in one response, or raise limits.responseBytes.";
    LIMIT_LINE_BYTES "LINE_BYTES": "Write shorter lines, or raise maxLineBytes.";
    LIMIT_COMPONENTS "COMPONENTS": "Use fewer components, a template for rows, or raise limits.components.";
    LIMIT_DEPTH "DEPTH": "Nest components less deeply, or raise limits.depth.";
    LIMIT_NODES "NODES": "Show fewer rows and components at a time, or raise limits.nodes.";
    LIMIT_DATA_DEPTH "DATA_DEPTH": "Nest the data model less deeply, or raise limits.dataDepth.";
    LIMIT_DATA_ENTRIES "DATA_ENTRIES": "Keep fewer entries in the data model, or raise limits.dataEntries.";
    LIMIT_STRING_BYTES "STRING_BYTES": "Shorten the string, or raise limits.stringBytes.";
    LIMIT_FINDINGS "FINDINGS": "There is more wrong with the message than is listed; mend what is listed first.";
}

family! { C2S, "A2UI_C2S", None, Some(400), "Invalid submission. Please refresh and retry.";
    C2S_ENVELOPE_INVALID "ENVELOPE_INVALID": "Send a JSON object with exactly one of userAction and error, in the form of the client-to-server schema.";
    C2S_ACTION_FORBIDDEN "ACTION_FORBIDDEN": "The action is not in the allowlist, or its context breaks the action's rules.", 403, "This action is not available.";
    C2S_NONCE_INVALID "NONCE_INVALID": "Send the nonce that the surface was given as vitrine.nonce.", 403, "This action is not available.";
    C2S_SURFACE_STALE "SURFACE_STALE": "The surface is unknown, of a former epoch or of another revision; show it again.", 409, "UI is out of date. Please regenerate.";
    C2S_CONTEXT_TOO_LARGE "CONTEXT_TOO_LARGE": "Submit less: the context is bounded in bytes, depth and keys.", 413, "Submission is too large. Please submit less at once.";
    C2S_CLIENT_ERROR "CLIENT_ERROR": "A client reported an error of its own; reset the epoch of its surface.", 200, "The interface reported a problem and is being rebuilt." => Some(Recovery::EpochReset);
}

family! { LLM, "LLM", Some(Recovery::Fatal), None, "The assistant is not configured correctly.";
    LLM_STREAMING_TOOLS "STREAMING_WITH_TOOL_CALLING_FORBIDDEN": "Do not stream a request that offers tools.";
    LLM_STREAMING_FORMAT "STREAMING_WITH_RESPONSE_FORMAT_FORBIDDEN": "Do not stream a request with response_format.";
    LLM_PARALLEL_TOOLS "STRUCTURED_OUTPUTS_PARALLEL_TOOL_CALLS_FORBIDDEN": "Set parallel_tool_calls to false in a request with response_format.";
}

/// All rows, family by family.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let families = [
        ENVELOPE, BEGIN, CATALOG, COMPONENT, ACTION, PATH, DATA, LIMIT, C2S, LLM,
    ];
    families.into_iter().flatten().copied()
}
