// A log store in the turn store: the log of a workspace beside the conversation that made it.

import { requireMethods, requireString } from "../../core/arguments.js";
import { VitrineError } from "../../core/errors.js";
import type { VitrineClient } from "../../turns/client.js";
import type { BundleJson, TypedTurn } from "../../turns/types.js";
import type { LogStore } from "../adapter/types.js";
import type { Envelope } from "../types.js";

const TYPE = { typeId: "vitrine.UicpLog", typeVersion: 1 };

/** What describes the turns to readers. */
const BUNDLE: BundleJson = {
  registry_version: 1,
  bundle_id: "vitrine-uicp-log-1",
  types: {
    [TYPE.typeId]: {
      versions: {
        1: {
          fields: {
            // Whether the log begins anew with this turn: what came before was compacted.
            1: { name: "anew", type: "bool" },
            // Envelopes as JSON.
            2: { name: "operations", type: "array", items: "string" },
          },
        },
      },
    },
  },
};

/** Turns that are read at a time. */
const PAGE = 64;

/**
 * A store that keeps the log in turns of a context, among other turns there may be. What was added since the last save is
 * one turn; when something before it has gone, as with a window that closed, one turn holds the whole log again.
 *
 * Its errors are those of the client.
 */
export function turnsLogStore(client: VitrineClient, contextId: string): LogStore {
  requireMethods(client, "client", ["turns", "append", "putBundle"]);
  requireString(contextId, "context id");
  let described = false;
  /** What the context holds, a text for each operation. */
  let stored: string[] | undefined;

  const load = async () => {
    stored = await read(client, contextId);
    return stored.map((operation) => JSON.parse(operation) as Envelope);
  };
  return {
    load,
    async save(log) {
      if (stored === undefined) await load();
      const before = stored ?? [];
      const operations = log.map((envelope) => JSON.stringify(envelope));
      const anew = before.some((operation, at) => operation !== operations[at]);
      if (!anew && operations.length === before.length) return;
      if (!described) await client.putBundle(BUNDLE);
      described = true;
      await client.append(contextId, TYPE, { anew, operations: anew ? operations : operations.slice(before.length) });
      stored = operations;
    },
  };
}

/** The operations of the context's turns, back to the last one that begins anew. */
async function read(client: VitrineClient, contextId: string): Promise<string[]> {
  const parts: string[][] = [];
  let beforeTurnId: string | null | undefined;
  while (beforeTurnId !== null) {
    const page = await client.turns(contextId, { limit: PAGE, ...(beforeTurnId && { beforeTurnId }) });
    for (const turn of page.turns.reverse()) {
      if (turn.declared_type.type_id !== TYPE.typeId) continue;
      const { anew, operations } = contentOf(turn);
      parts.push(operations);
      if (anew) return parts.reverse().flat();
    }
    beforeTurnId = page.next_before_turn_id;
  }
  return parts.reverse().flat();
}

function contentOf({ data, error, turn_id }: TypedTurn): { anew: boolean; operations: string[] } {
  const { anew, operations } = data ?? {};
  if (typeof anew === "boolean" && Array.isArray(operations) && operations.every((each) => typeof each === "string")) {
    return { anew, operations };
  }
  const message = `Turn ${turn_id} is no part of a log: ${error?.message ?? "it has other fields"}`;
  throw new VitrineError("DecodeError", message);
}
