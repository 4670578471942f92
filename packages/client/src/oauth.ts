import type { components } from "./generated/api.ts";
import type { Send } from "./send.ts";

export interface Application {
  clientId: string;
  /** Absent for one that runs where no secret can be kept, such as the console. */
  clientSecret?: string | undefined;
}

/** What a user allowed an application. */
export interface Tokens {
  accessToken: string;
  /** Gets the next tokens, once; absent without the scope offline_access. */
  refreshToken?: string | undefined;
  /** When the access token expires, in milliseconds since the epoch; when absent, a 401 shows it. */
  expiresAt?: number | undefined;
  userId?: number | undefined;
}

/** The token endpoint rejected the request; `error` is the OAuth code, such as `invalid_grant`. */
export class OAuthError extends Error {
  override name = "OAuthError";
  readonly status: number;
  readonly error: string;
  constructor(status: number, error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

interface TokenEndpoint {
  baseUrl: string;
  application: Application;
  send: Send;
  now: () => number;
}

/**
 * A refresh whose answer was lost may be repeated for a minute: the next call must not come later than that.
 */
const deadlineMs = 30_000;

/** Calls the token endpoint. Raises OAuthError when it rejects the request. */
export async function requestTokens(
  { baseUrl, application, send, now }: TokenEndpoint,
  grant: Record<string, string>,
): Promise<Tokens> {
  const { clientId: client_id, clientSecret: client_secret } = application;
  const body = new URLSearchParams({
    ...grant,
    client_id,
    ...(client_secret !== undefined && { client_secret }),
  });
  const asked = now();
  const signal = AbortSignal.timeout(deadlineMs);
  const answer = await send(new Request(`${baseUrl}/oauth/token`, { method: "POST", body, signal }));
  if (!answer.ok) throw await errorOf(answer);
  // The server's own OpenAPI document says what a success is.
  const tokens = (await answer.json()) as components["schemas"]["TokenResponse"];
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: asked + tokens.expires_in * 1000,
    userId: tokens.user_id,
  };
}

async function errorOf(answer: Response): Promise<OAuthError> {
  const body: unknown = await answer.json().catch(() => undefined);
  const field = (name: string): string | undefined => {
    const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === "string" ? value : undefined;
  };
  const message =
    field("error_description") ?? field("message") ?? `The token endpoint answered ${answer.status}`;
  return new OAuthError(answer.status, field("error") ?? "unknown", message);
}
