import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Whether the console of this very address asks. Its page sends an Origin, and where the browser says so the
 * site is the same. A name that is neither ours nor this machine's may have been led here by a foreign site
 * (DNS rebinding); an address of numbers cannot.
 */
export function isOwnConsole({ headers }: IncomingMessage, baseUrl: string): boolean {
  const { origin = "", host = "", "sec-fetch-site": site } = headers;
  if (!URL.canParse(origin) || (site !== undefined && site !== "same-origin")) return false;
  const asked = new URL(origin);
  if (asked.host !== host.toLowerCase()) return false;
  const name = asked.hostname.replace(/^\[|\]$/g, "");
  return (
    isIP(name) !== 0 ||
    name === "localhost" ||
    name.endsWith(".localhost") ||
    asked.origin === new URL(baseUrl).origin
  );
}
