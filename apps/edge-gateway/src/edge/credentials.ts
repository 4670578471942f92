import type { IncomingMessage } from "node:http";

const bearer = /^Bearer +(\S.*)$/i;

/**
 * The access token of a request: the Bearer header, else the older `access_token` parameter (decisions 1.3). Another
 * scheme, or Bearer with nothing behind it, is no token.
 */
export function accessTokenOf(req: IncomingMessage, query: URLSearchParams): string | undefined {
  const inHeader = bearer.exec(req.headers.authorization ?? "")?.[1]?.trim();
  return inHeader || query.get("access_token") || undefined;
}
