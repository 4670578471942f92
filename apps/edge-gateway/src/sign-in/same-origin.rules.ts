import type { IncomingMessage } from "node:http";

/**
 * Whether a form may have been sent by one of our own pages. `Sec-Fetch-Site` decides where the browser sends
 * it (https, and loopback), else `Origin`. Programs and very old browsers send neither: then the form's token
 * alone decides.
 */
export function maySendForms({ headers }: IncomingMessage, baseUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return headers.origin === undefined || isOurs(headers.origin, headers.host, baseUrl);
}

/**
 * Ours are the public address, and the address that the browser asked, for instance `localhost` in place of
 * `127.0.0.1`. A foreign page cannot choose the Host that a browser sends to us.
 */
function isOurs(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(baseUrl).origin || new URL(origin).host === host;
}
