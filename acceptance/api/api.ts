import { inject } from "vitest";

/** What a request may carry. A body that is not a string, bytes or a form is sent as JSON. */
export interface RequestOptions {
  /** Whose token is sent; none when absent. */
  as?: { access_token: string };
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The answer to a request. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON body. The test asserts its shape. */
  json<T = unknown>(): T;
}

export const baseUrl: string = inject("baseUrl");

/** Sends a request to the product under test. */
export async function send(method: string, path: string, ask: RequestOptions = {}): Promise<Answer> {
  return sendTo(baseUrl, method, { path, ...ask });
}

/** Sends a request to any product. */
export async function sendTo(
  base: string,
  method: string,
  ask: RequestOptions & { path: string },
): Promise<Answer> {
  const { as, token = as?.access_token, body, headers = {} } = ask;
  const raw = body === undefined || typeof body === "string" || isBinary(body);
  const response = await fetch(base + ask.path, {
    method,
    redirect: "manual",
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined || isBinary(body) ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
}

const isBinary = (body: unknown): body is FormData | Uint8Array<ArrayBuffer> | URLSearchParams =>
  body instanceof FormData || body instanceof Uint8Array || body instanceof URLSearchParams;

export const get = (path: string, ask?: RequestOptions): Promise<Answer> => send("GET", path, ask);
export const post = (path: string, ask?: RequestOptions): Promise<Answer> => send("POST", path, ask);
export const put = (path: string, ask?: RequestOptions): Promise<Answer> => send("PUT", path, ask);
export const remove = (path: string, ask?: RequestOptions): Promise<Answer> => send("DELETE", path, ask);
