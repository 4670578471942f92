import { isIP } from "node:net";
import { isPublicAddress } from "../notifications/public-address.rules.ts";

/** Why an address cannot be called; `undefined` when it can, as far as its text tells (decisions 4.3). */
export function issueOfCallback(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    return "must be an absolute http or https URL";
  if (url.username !== "" || url.password !== "") return "must not contain credentials";
  if (!allowPrivate && namesPrivateAddress(url.hostname)) return "must name a public address";
  return undefined;
}

function namesPrivateAddress(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return isIP(name) !== 0 && !isPublicAddress(name);
}
