import { Client } from "@opensearch-project/opensearch";
import { isOverload, mayPass, SearchIndexUnavailable, translated, wasNotSent } from "./errors.ts";

export interface ServerOptions {
  /** Base URLs of the cluster's nodes; requests go to all of them in turn. */
  nodes: readonly string[];
  auth?: { username: string; password: string } | undefined;
  /** Certificate authority in PEM, if it is not a public one. */
  ca?: string | undefined;
  /** How long an answer to a read may take. Those to writes may take six times as long. */
  timeoutMs?: number | undefined;
}

interface Call {
  method: "GET" | "PUT" | "POST" | "DELETE";
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  /** Lines of NDJSON instead of a body. */
  lines?: readonly object[];
  /** Searches with the same word are answered by the same copy of an index, while every node answers. */
  copy?: string;
  /** A request that would do something else the second time reaches a node once. */
  once?: boolean;
}

/** Sends requests to a server. `T` is what the API's reference says of the answer. */
export interface Server {
  call<T>(call: Call): Promise<T>;
  /** The answers to several searches in one request; throws if one of them failed. */
  searches<T>(searches: readonly { index: string; body: object }[]): Promise<T[]>;
  close(): Promise<void>;
}

/** Searches count all matches or fail, and an index that does not exist (yet) has none. */
export const complete = { allow_partial_search_results: false, ignore_unavailable: true } as const;

/** Writes may take six times as long as reads. */
const isWrite = ({ method, path }: Call): boolean => method !== "GET" && !path.endsWith("search");

/**
 * A request that failed for a lost node is sent to another one: once more for the node that was asked, once
 * for one that counted on it. A write is sent twice at most.
 */
const repeats = 2;
const repeatsOfWrites = 1;

/**
 * After a failure the cluster chooses which copy answers, for so long. It avoids one on a node that hangs,
 * which it notices after half a minute only.
 */
const unsettledMs = 60_000;

export function createServer({ nodes, auth, ca, timeoutMs = 5_000 }: ServerOptions): Server {
  const client = new Client({
    nodes: [...nodes],
    maxRetries: 0,
    ...(auth && { auth }),
    ...(ca !== undefined && { ssl: { ca } }),
  });
  let settledAt = 0;
  const send = async <T>(call: Call): Promise<T> => {
    const { method, path, query, body, lines, copy } = call;
    const querystring = {
      ...query,
      ...(copy !== undefined && performance.now() >= settledAt && { preference: copy }),
    };
    const params = { method, path, querystring, ...(body && { body }) };
    const sent = lines ? { ...params, bulkBody: lines.map((line) => JSON.stringify(line)) } : params;
    const requestTimeout = isWrite(call) ? timeoutMs * 6 : timeoutMs;
    const answer = await client.transport.request(sent, { requestTimeout });
    // The client types no answers of plain requests.
    return answer.body as T;
  };
  const repeated = async <T>(
    most: number,
    work: () => Promise<T>,
    passes: (error: unknown) => boolean = mayPass,
  ): Promise<T> => {
    for (let left = most; ; left--) {
      try {
        return await work();
      } catch (error) {
        if (mayPass(error)) settledAt = performance.now() + unsettledMs;
        if (left === 0 || !passes(error)) throw translated(error);
      }
    }
  };
  return {
    call<T>(call: Call): Promise<T> {
      const most = isWrite(call) ? repeatsOfWrites : repeats;
      return repeated(most, () => send<T>(call), call.once ? wasNotSent : mayPass);
    },
    searches<T>(searches: readonly { index: string; body: object }[]): Promise<T[]> {
      const lines = searches.flatMap(({ index, body }) => [{ index, ...complete }, body]);
      return repeated(repeats, async () => {
        const { responses } = await send<{ responses: (T & Failed)[] }>({
          method: "POST",
          path: "/_msearch",
          lines,
        });
        for (const { status, error } of responses) if (error) throw failure(status, error);
        return responses;
      });
    },
    close: () => client.close(),
  };
}

interface Failed {
  status: number;
  error?: { reason: string };
}

/** The error of a part of a request. */
export function failure(status: number, { reason }: { reason: string }): Error {
  const message = `the search server answered ${status}: ${reason}`;
  return isOverload(status) ? new SearchIndexUnavailable(message, { status }) : new Error(message);
}
