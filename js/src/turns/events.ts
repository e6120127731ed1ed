// Server-sent events (WHATWG HTML, section 9.2) by fetch, because an EventSource cannot send a token.

/** One event, as it stands between two empty lines. */
export interface ServerEvent {
  /** "message" where the host names none. */
  type: string;
  data: string;
  /** The last id that was given, which a reconnecting reader sends back. */
  id: string;
  /** Milliseconds that the host asks readers to wait before they come back. */
  retry?: number;
}

/** Longest line that is kept; a host that sends a longer one is not this protocol. */
const LINE_CHARS = 1 << 20;

/** Longest silence, in milliseconds: hosts send a comment more often than that. */
const SILENCE = 60_000;

/** The events of a body, as they come. @throws Error when the body breaks, falls silent or has a line past all bounds */
export async function* serverEvents(body: ReadableStream<Uint8Array>, lastId: string): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const text = new TextDecoder();
  let left = "";
  let event = { type: "", data: [] as string[], id: lastId, retry: undefined as number | undefined };
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      const lines = (left + text.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      left = lines.pop() ?? "";
      if (left.length > LINE_CHARS) throw new Error(`a line of more than ${LINE_CHARS} characters`);
      for (const line of lines) {
        if (line !== "") take(event, line);
        else {
          const { type, data, id, retry } = event;
          if (data.length > 0 || retry !== undefined)
            yield { type: type || "message", data: data.join("\n"), id, ...(retry === undefined ? {} : { retry }) };
          event = { type: "", data: [], id, retry: undefined };
        }
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function take(event: { type: string; data: string[]; id: string; retry: number | undefined }, line: string): void {
  const colon = line.indexOf(":");
  // A comment, which keeps the connection alive.
  if (colon === 0) return;
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
  if (name === "event") event.type = value;
  else if (name === "data") event.data.push(value);
  else if (name === "id" && !value.includes("\0")) event.id = value;
  else if (name === "retry" && /^\d{1,9}$/.test(value)) event.retry = Number(value);
}

async function withinSilence<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${SILENCE} ms`)), SILENCE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
