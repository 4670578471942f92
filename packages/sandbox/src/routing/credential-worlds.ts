import { defaultWorld } from "../worlds/worlds.ts";

const taggedToken = /^(?:APP_USR-\d+|TG)-(w[1-8]\d{4})_/;
const plainToken = /^(?:APP_USR-\d+|TG)-[0-9a-f]{48}-\d+$/;
const taggedClient = /^([1-8]\d{4})\d{11}$/;

/**
 * The world that an access token, refresh token or authorization code was made in, which it carries as a tag
 * in front of its random part; `undefined` for what no world made.
 */
export const worldOfToken = (token: string): string | undefined =>
  taggedToken.exec(token)?.[1] ?? (plainToken.test(token) ? defaultWorld : undefined);

/** The world of a client id: ids with a tag are the digits of the world before eleven others. */
export function worldOfClient(clientId: string): string | undefined {
  const digits = taggedClient.exec(clientId)?.[1];
  return digits === undefined ? undefined : `w${digits}`;
}

/** The number of worlds' names: `w10000` to `w89999`, so that client ids are safe integers. */
export const worldNumbers = { first: 10_000, last: 89_999 } as const;

const basic = /^Basic +(\S+)/i;
const bearer = /^Bearer +(\S+)/i;

/** The world of an Authorization header: that of a Bearer token, or of the client of HTTP Basic. */
export function worldOfAuthorization(header: string | undefined): string | undefined {
  const token = bearer.exec(header ?? "")?.[1];
  if (token !== undefined) return worldOfToken(token);
  const client = basic.exec(header ?? "")?.[1];
  return client === undefined
    ? undefined
    : worldOfClient(Buffer.from(client, "base64").toString().split(":")[0] ?? "");
}

const tokenParameters = ["access_token", "code", "refresh_token"] as const;

/** The world of parameters: that of the client first, because what it presents is to be its own. */
export function worldOfParameters(parameters: URLSearchParams): string | undefined {
  const byClient = worldOfClient(parameters.get("client_id") ?? "");
  if (byClient !== undefined) return byClient;
  for (const name of tokenParameters) {
    const world = worldOfToken(parameters.get(name) ?? "");
    if (world !== undefined) return world;
  }
  return undefined;
}
