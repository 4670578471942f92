import { z } from "zod";
import { countVariable, type Environment, readEnvironment } from "./environment.ts";

/** Default timeouts and limits of the sockets, in milliseconds, bytes and connections. */
export const serverLimits = {
  /** How long the head of a request may take to arrive. */
  headersTimeoutMs: 15_000,
  /** How long a whole request may take to arrive. */
  requestTimeoutMs: 60_000,
  /** How long a connection is kept for a next request. */
  keepAliveTimeoutMs: 65_000,
  /** How long a connection may be idle within an exchange: a client may not read its answer. */
  socketIdleTimeoutMs: 120_000,
  /** How long accepted requests may take to finish once the process stops. */
  drainTimeoutMs: 10_000,
  maxHeaderBytes: 16 * 1024,
  /** Connections at once; further ones are closed without an answer. */
  maxConnections: 10_000,
} as const;

export type ServerLimits = Readonly<Record<keyof typeof serverLimits, number>>;

const milliseconds = (fallback: number) => countVariable({ min: 100, max: 3_600_000, fallback });

/** The same as environment variables: `HEADERS_TIMEOUT_MS`, ... */
export const limitVariables = {
  headersTimeoutMs: milliseconds(serverLimits.headersTimeoutMs),
  requestTimeoutMs: milliseconds(serverLimits.requestTimeoutMs),
  keepAliveTimeoutMs: milliseconds(serverLimits.keepAliveTimeoutMs),
  socketIdleTimeoutMs: milliseconds(serverLimits.socketIdleTimeoutMs),
  drainTimeoutMs: milliseconds(serverLimits.drainTimeoutMs),
  maxHeaderBytes: countVariable({ min: 1_024, max: 1024 * 1024, fallback: serverLimits.maxHeaderBytes }),
  maxConnections: countVariable({ min: 1, max: 1_000_000, fallback: serverLimits.maxConnections }),
} satisfies Record<keyof ServerLimits, z.ZodType>;

/** Reads the limits of a server from an environment; throws one error that lists everything wrong with it. */
export const readLimits = (env: Environment): ServerLimits => readEnvironment(z.object(limitVariables), env);
