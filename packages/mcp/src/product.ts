/** On whose behalf tools act, and on which product. */
export interface Caller {
  /** Where the product is reached, without a trailing slash. */
  baseUrl: string;
  /** The access token of a user, for the public API. */
  userToken?: string | undefined;
  /** The admin token of the sandbox lab. */
  adminToken?: string | undefined;
}

/** What is asked of the product. */
export interface ProductRequest {
  method: string;
  /** Path and query. */
  path: string;
  token: string;
  body?: unknown;
  /** The world that a request to the lab is about. */
  world?: string | undefined;
}

/** What the product answered. */
export interface ProductAnswer {
  status: number;
  requestId: string | null;
  retryAfter: string | null;
  /** Parsed where it is JSON; a note where it is no text. */
  body: unknown;
}

const timeoutMs = 120_000;

/** Asks the product. */
export async function askProduct(baseUrl: string, asked: ProductRequest): Promise<ProductAnswer> {
  const { method, path, token, body, world } = asked;
  const answer = await fetch(baseUrl + path, {
    method,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      Authorization: `Bearer ${token}`,
      ...(world !== undefined && { "X-Sandbox-World": world }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    requestId: answer.headers.get("x-request-id"),
    retryAfter: answer.headers.get("retry-after"),
    body: await bodyOf(answer),
  };
}

async function bodyOf(answer: Response): Promise<unknown> {
  const type = answer.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (bytes.length === 0) return null;
  if (/json/.test(type)) return JSON.parse(bytes.toString());
  return /^text\/|xml|yaml/.test(type) ? bytes.toString() : `${bytes.length} bytes of ${type}`;
}
