import { z } from "zod";
import { countVariable, type Environment, readEnvironment } from "./environment.ts";

const milliseconds = (fallback: number) => countVariable({ min: 100, max: 3_600_000, fallback });

/** Timeouts and limits of the sockets, as environment variables: `HEADERS_TIMEOUT_MS`, ... */
export const limitVariables = {
  /** How long the head of a request may take to arrive. */
  headersTimeoutMs: milliseconds(15_000),
  /** How long the body of a request may be slow to arrive, in all; slow-bodies.ts says what is slow. */
  requestTimeoutMs: milliseconds(60_000),
  /** How long a connection is kept for a next request. */
  keepAliveTimeoutMs: milliseconds(65_000),
  /** How long a connection may be idle within an exchange: a client may not read its answer. */
  socketIdleTimeoutMs: milliseconds(120_000),
  /** How long accepted requests may take to finish once the process stops. */
  drainTimeoutMs: milliseconds(10_000),
  maxHeaderBytes: countVariable({ min: 1_024, max: 1024 * 1024, fallback: 16 * 1024 }),
  /** Connections at once; further ones are closed without an answer. */
  maxConnections: countVariable({ min: 1, max: 1_000_000, fallback: 10_000 }),
};

export type ServerLimits = Readonly<Record<keyof typeof limitVariables, number>>;

/** Reads the limits of a server from an environment; throws one error that lists everything wrong with it. */
export const readLimits = (env: Environment): ServerLimits => readEnvironment(z.object(limitVariables), env);

export const serverLimits: ServerLimits = readLimits({});

/** What the gateway adds to the head of a request: caller, client's address, ids of request and trace. */
const addedHeaderBytes = 4 * 1024;

/** The limits of a service, which has to take whatever the gateway passes on. */
export const behindGateway = (limits: ServerLimits): ServerLimits => ({
  ...limits,
  maxHeaderBytes: limits.maxHeaderBytes + addedHeaderBytes,
});
