import { createHmac, hkdfSync } from "node:crypto";

/** The hash of a text that only holders of the deployment's secret can make, as base64url. */
export type KeyedHash = (text: string) => string;

/** HMAC-SHA-256 under a key derived from the deployment's secret; each purpose has a key of its own. */
export function keyedHash(internalSecret: string, purpose: "forms" | "attempts" | "requests"): KeyedHash {
  const key = Buffer.from(hkdfSync("sha256", internalSecret, "", `marketplace ${purpose}`, 32));
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}
