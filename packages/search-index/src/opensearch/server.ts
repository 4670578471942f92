import { Client } from "@opensearch-project/opensearch";
import { isOverload, SearchIndexUnavailable, translated } from "./errors.ts";

export interface ServerOptions {
  /** Base URLs of the cluster's nodes; requests go to all of them in turn. */
  nodes: readonly string[];
  auth?: { username: string; password: string } | undefined;
  /** Certificate authority in PEM, if it is not a public one. */
  ca?: string | undefined;
  /** How long an answer may take. Bulk requests may take six times as long. */
  timeoutMs?: number | undefined;
}

interface Call {
  method: "GET" | "PUT" | "POST" | "DELETE";
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  /** Lines of NDJSON instead of a body. */
  lines?: readonly object[];
  /** A request that would do something else the second time is sent once. */
  once?: boolean;
}

/** Sends requests to a server. `T` is what the API's reference says of the answer. */
export interface Server {
  call<T>(call: Call): Promise<T>;
  /** The answers to several searches in one request; throws if one of them failed. */
  searches<T>(searches: readonly { index: string; body: object; preference?: string }[]): Promise<T[]>;
  close(): Promise<void>;
}

/** Searches count all matches or fail, and an index that does not exist (yet) has none. */
export const complete = { allow_partial_search_results: false, ignore_unavailable: true } as const;

export function createServer({ nodes, auth, ca, timeoutMs = 5_000 }: ServerOptions): Server {
  const client = new Client({
    nodes: [...nodes],
    ...(auth && { auth }),
    ...(ca !== undefined && { ssl: { ca } }),
  });
  const call = async <T>({ method, path, query, body, lines, once = false }: Call): Promise<T> => {
    const params = { method, path, ...(query && { querystring: query }), ...(body && { body }) };
    const sent = lines ? { ...params, bulkBody: lines.map((line) => JSON.stringify(line)) } : params;
    const requestTimeout = path.endsWith("/_bulk") ? timeoutMs * 6 : timeoutMs;
    try {
      const answer = await client.transport.request(sent, { requestTimeout, maxRetries: once ? 0 : 1 });
      // The client types no answers of plain requests.
      return answer.body as T;
    } catch (error) {
      throw translated(error);
    }
  };
  return {
    call,
    async searches<T>(
      searches: readonly { index: string; body: object; preference?: string }[],
    ): Promise<T[]> {
      const lines = searches.flatMap(({ index, body, preference }) => [
        { index, ...(preference && { preference }), ...complete },
        body,
      ]);
      const { responses } = await call<{ responses: (T & Failed)[] }>({
        method: "POST",
        path: "/_msearch",
        lines,
      });
      for (const { status, error } of responses) if (error) throw failure(status, error);
      return responses;
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
  return isOverload(status) ? new SearchIndexUnavailable(message) : new Error(message);
}
