import { SandboxError } from "./sandbox-error.ts";

/** Where a lab is, and the token that it takes. */
export interface Access {
  /** Address of the product, without a slash at the end. */
  baseUrl: string;
  adminToken: string;
}

/** A request to the lab. */
export interface LabRequest {
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Asks the lab; raises SandboxError when it refuses. */
export type Lab = <T = void>(method: Method, path: string, request?: LabRequest) => Promise<T>;

interface Sent {
  method: Method;
  /** Below `/_sandbox`, with its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer> | Blob;
}

/** Sends a request to a lab; raises SandboxError when it refuses. */
export async function requestOf({ baseUrl, adminToken }: Access, sent: Sent): Promise<Response> {
  const { method, path, headers, body } = sent;
  const init = { method, headers: { Authorization: `Bearer ${adminToken}`, ...headers } };
  const answer = await fetch(
    `${baseUrl}/_sandbox${path}`,
    body === undefined ? init : { ...init, body },
  ).catch((cause: unknown) => {
    throw new Error(`No product answers at ${baseUrl}`, { cause });
  });
  const [asked = ""] = path.split("?", 1);
  if (!answer.ok) throw new SandboxError(`${method} /_sandbox${asked}`, answer.status, await answer.text());
  return answer;
}

/** The lab of a product, about one of its worlds or about all. */
export function createLab(access: Access, world?: string): Lab {
  const headers: Record<string, string> = world === undefined ? {} : { "X-Sandbox-World": world };
  return async <T>(method: Method, path: string, { query = {}, body }: LabRequest = {}): Promise<T> => {
    const sent = { method, path: `${path}${searchOf(query)}`, headers };
    const content = body === undefined ? undefined : JSON.stringify(body);
    const answer = await requestOf(
      access,
      content === undefined ? sent : { ...sent, headers: { ...headers, ...json }, body: content },
    );
    const text = await answer.text();
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
}

const json = { "Content-Type": "application/json" };

function searchOf(query: NonNullable<LabRequest["query"]>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  return search.size === 0 ? "" : `?${search}`;
}

/** A list of the lab. */
export interface Page<T> {
  paging: { total: number; offset: number; limit: number };
  results: T[];
}

const pageSize = 100;

/** All elements of a list, block by block. */
export async function readAll<T>(lab: Lab, path: string, query: LabRequest["query"] = {}): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const window = { ...query, limit: pageSize, offset: all.length };
    const { results, paging } = await lab<Page<T>>("GET", path, { query: window });
    all.push(...results);
    if (results.length === 0 || all.length >= paging.total) return all;
  }
}
