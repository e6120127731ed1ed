// What a caller may choose of a WireClient.

import type { ConnectionOptions } from "node:tls";
import { fieldsOf, found, kindOf, requireFunction, requireNames, requireString } from "../core/arguments.js";
import { mismatch, type VitrineError } from "../core/errors.js";
import { requireToken, type Token } from "../turns/call.js";
import { Registry } from "../turns/registry.js";
import { RETRY, type RetryOptions } from "../turns/waiting.js";
import type { ChannelLimits } from "./channel.js";
import type { Address } from "./dial.js";
import { type Codec, ownZstd, type Zstd } from "./zstd.js";

/** How to reach a host's binary protocol, and how patiently. */
export interface WireOptions {
  /** Default: 127.0.0.1. */
  host?: string;
  /** Default: 9009. */
  port?: number;
  /** Sent in the greeting; a function is asked for each connection. */
  token?: Token;
  /** `true`, or what `node:tls` takes. */
  tls?: boolean | ConnectionOptions;
  /** What this client calls itself; the host keeps it with the contexts that the client makes. Default: vitrine-js. */
  tag?: string;
  /** Names the types of values that are appended; bundles that are put through this client are added to it. */
  registry?: Registry;
  /** Milliseconds that a call may take, all its tries together. Default: 60,000. */
  timeout?: number;
  /** Milliseconds to connect and greet. Default: 10,000. */
  connectTimeout?: number;
  /**
   * Milliseconds after which the connection is given up, while an answer is owed and nothing comes nor goes. Default:
   * 50,000: a host that has no memory to spare takes 45 s to say so. Less than `timeout`, or calls end before it.
   */
  stallTimeout?: number;
  /** How often a broken connection is made again, and how often a request that the host had no room for is sent. */
  retry?: RetryOptions;
  /** Requests on the wire at once. Default: 256. */
  maxRequests?: number;
  /** Bytes of requests on the wire at once. Default: 8 MiB. */
  maxBytes?: number;
  /**
   * zstd for payloads both ways: Node's own where it has one (22.15 and later), another, or `false` for none. Without
   * either, payloads come packed and are sent as they are.
   */
  zstd?: Zstd | false;
}

/** What a client is made of. */
export interface Settled {
  address: Address;
  limits: ChannelLimits;
  zstd: Codec | undefined;
  registry: Registry | undefined;
}

/** The options, whole and in the form that is used. @throws VitrineError `BadRequest` for one that cannot be */
export function settled(given: WireOptions): Settled {
  const options = fieldsOf(given, "options");
  const {
    host = "127.0.0.1",
    port = 9009,
    tls = false,
    token,
    tag = "vitrine-js",
    registry,
    retry: again = {},
  } = options;
  const retry = fieldsOf(again, "retry");
  requireNames(options, "options", NAMES);
  requireNames(retry, "retry", ["attempts", "minDelay", "maxDelay"]);
  const zstd = codec(options.zstd);
  requireString(host, "host");
  requireToken(token);
  if (typeof tls !== "boolean" && (typeof tls !== "object" || tls === null))
    throw notGood("tls", "true, false or what node:tls takes", tls);
  if (registry !== undefined && !(registry instanceof Registry))
    throw mismatch("BadRequest", "registry", "a Registry", kindOf(registry));
  const connectTimeout = whole("connectTimeout", options.connectTimeout, 10_000);
  const limits: ChannelLimits = {
    timeout: whole("timeout", options.timeout, 60_000),
    stall: whole("stallTimeout", options.stallTimeout, 50_000),
    requests: whole("maxRequests", options.maxRequests, 256),
    bytes: whole("maxBytes", options.maxBytes, 8 << 20),
    retry: {
      attempts: whole("retry.attempts", retry.attempts, RETRY.attempts),
      minDelay: whole("retry.minDelay", retry.minDelay, RETRY.minDelay),
      maxDelay: whole("retry.maxDelay", retry.maxDelay, RETRY.maxDelay),
    },
  };
  if (typeof tag !== "string" || new TextEncoder().encode(tag).length > TAG_BYTES)
    throw notGood("tag", `text of at most ${TAG_BYTES} bytes`, tag);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw notGood("port", "1 to 65535", port);
  return {
    address: { host, port, tls, token, connectTimeout, acceptsZstd: zstd !== undefined, tag },
    limits,
    zstd,
    registry,
  };
}

function codec(given: WireOptions["zstd"]): Codec | undefined {
  if (given === undefined) return ownZstd();
  if (given === false) return undefined;
  const { decompress, compress } = fieldsOf(given, "zstd");
  requireFunction(decompress, "zstd.decompress");
  if (compress !== undefined) requireFunction(compress, "zstd.compress");
  return given;
}

const NAMES =
  "host port token tls tag registry timeout connectTimeout stallTimeout retry maxRequests maxBytes zstd".split(" ");

/** The host's own limit. */
const TAG_BYTES = 1024;

/** A timer of Node holds no more milliseconds than this. */
const MOST = 2 ** 31 - 1;

/** The value where it is one that a timer or a count can have. @throws VitrineError `BadRequest` where it is not */
export function whole(name: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return value;
  throw notGood(name, `a whole number from 1 to ${MOST}`, value);
}

export function notGood(name: string, expected: string, value: unknown): VitrineError {
  return mismatch("BadRequest", name, expected, found(value));
}
