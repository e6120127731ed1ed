// What all parts of the a2ui room say about a message.

/** What is to be done about a finding: nothing is sent, the surface is deleted, it begins anew, a text stands in. */
export type Recovery = "FATAL" | "SURFACE_FAIL" | "EPOCH_RESET" | "SOFT_FAIL";

/** Something that is wrong with a message, or that lenient mode forgave. */
export interface Finding {
  /** The kind, by the name that the error registry has for it: `A2UI_S2C_…`. */
  code: string;
  /** Whether the message stands all the same. */
  severity: "error" | "warning";
  /** An RFC 6901 pointer into the message; empty for the message itself. */
  pointer: string;
  /** What was expected, and what was found. */
  message: string;
  /** The surface, where one is to blame. */
  surfaceId?: string;
  /** Which message of the stream the pointer is into, counted from 0; of a validator. */
  messageIndex?: number;
  /** The default way to recover; null where there is nothing to recover from. */
  recovery: Recovery | null;
}

/** How much is forgiven. Lenient mode says as warnings what strict mode refuses and it does not. */
export type Mode = "strict" | "lenient";
