import type { IncomingMessage } from "node:http";

const bearer = /^Bearer +(\S.*)$/i;

/**
 * The access token of a request: the Bearer header, else the older `access_token` parameter (decisions 1.3).
 * Other schemes, and Bearer without a value, count as no token.
 */
export const accessTokenOf = (req: IncomingMessage, query: URLSearchParams): string | undefined =>
  bearerTokenOf(req) || query.get("access_token") || undefined;

/** The access token of the Bearer header. */
export const bearerTokenOf = ({ headers }: IncomingMessage): string | undefined =>
  bearer.exec(headers.authorization ?? "")?.[1]?.trim();
