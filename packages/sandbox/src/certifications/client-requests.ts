import { textOf } from "../requests/kept-body.ts";
import { answerHeadersOf, headerOf, type Recorded, requestHeadersOf } from "../requests/recorded.ts";
import { holderOf } from "../requests/request-view.ts";

/** The client of a certification: an application that acts for a user. */
export interface Client {
  applicationId: number;
  userId: number;
  clientId: string;
  /** The token by which the lab itself acts for the user. */
  labToken: string;
}

/** A request of the client, with its credentials. */
export interface ClientRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  status: number | undefined;
  /** Real time, in milliseconds. */
  startedAt: number;
  endedAt: number;
  /** The fault rule that matched it. */
  fault: string | undefined;
  /** The parameters of a request for tokens. */
  grant: URLSearchParams | undefined;
  /** The refresh token that was answered. */
  issued: string | undefined;
}

/** A recorded request as one of the client; `undefined` when it is somebody else's. */
export function requestOf(recorded: Recorded, client: Client): ClientRequest | undefined {
  const { path } = recorded;
  const query = new URLSearchParams(recorded.target.slice(path.length));
  const grant = path === "/oauth/token" ? grantOf(recorded, query) : undefined;
  if (!isOfClient(recorded, { query, grant }, client)) return undefined;
  const answer = answerHeadersOf(recorded);
  return {
    method: recorded.method,
    path,
    query,
    status: recorded.status,
    startedAt: recorded.startedAt,
    endedAt: recorded.startedAt + recorded.durationMs,
    fault: headerOf(answer, "x-sandbox-fault"),
    grant,
    issued: grant && issuedBy(recorded, headerOf(answer, "content-encoding")),
  };
}

interface Parameters {
  query: URLSearchParams;
  grant: URLSearchParams | undefined;
}

function isOfClient(recorded: Recorded, { query, grant }: Parameters, client: Client): boolean {
  if (grant) return clientIdOf(recorded, grant) === client.clientId;
  if (recorded.path === "/authorization") return query.get("client_id") === client.clientId;
  const { applicationId, userId } = holderOf(recorded);
  if (headerOf(requestHeadersOf(recorded), "authorization") === `Bearer ${client.labToken}`) return false;
  return applicationId === client.applicationId && userId === client.userId;
}

/** The parameters of a request for tokens: a form, JSON or the query string. */
function grantOf(recorded: Recorded, query: URLSearchParams): URLSearchParams {
  const text = recorded.requestBody && textOf(recorded.requestBody, undefined);
  const body = objectIn(text) ?? new URLSearchParams(text);
  return new URLSearchParams([...query, ...body]);
}

function clientIdOf(recorded: Recorded, grant: URLSearchParams): string | null {
  const [, basic] = /^Basic +(\S+)$/i.exec(headerOf(requestHeadersOf(recorded), "authorization") ?? "") ?? [];
  if (basic === undefined) return grant.get("client_id");
  return decodeURIComponent(Buffer.from(basic, "base64").toString().split(":", 1)[0] ?? "");
}

function issuedBy({ status, answerBody }: Recorded, encoding: string | undefined): string | undefined {
  if (status !== 200) return undefined;
  return objectIn(textOf(answerBody, encoding))?.get("refresh_token") ?? undefined;
}

/** The texts of a JSON object. */
function objectIn(text: string | undefined): URLSearchParams | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value !== "object" || value === null) return undefined;
    const texts = new URLSearchParams();
    for (const [name, one] of Object.entries(value)) if (typeof one === "string") texts.set(name, one);
    return texts;
  } catch {
    return undefined;
  }
}

/** The refresh token that a request presents. */
export const presentedBy = ({ grant }: ClientRequest): string | undefined =>
  grant?.get("grant_type") === "refresh_token" ? (grant.get("refresh_token") ?? undefined) : undefined;

/** Whether it calls an operation of the API, with a token. */
export const isCall = ({ path }: ClientRequest): boolean =>
  path !== "/oauth/token" && path !== "/authorization";
