import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createCache } from "@marketplace/cache";
import type { Authentication, Authenticator } from "../declare/caller.ts";
import { canonicalAddress, clientAddressHeader, recordClientAddress } from "./client-address.ts";

/** The header with the signed assertion of a caller; the gateway drops what a client sends by this name. */
export const assertionHeader = "x-marketplace-caller";

const lifetimeMs = 30_000;
/** The purpose is signed too, so that nothing else signed with this secret passes for an assertion. */
const sign = (secret: string, text: string): Buffer =>
  createHmac("sha256", secret).update(`caller-assertion.${text}`).digest();

/** Signs the result of the token check for a service: `base64url(json).base64url(hmac)`, valid for 30 s. */
export function signAssertion(secret: string, authentication: Authentication, now = Date.now()): string {
  const text = Buffer.from(JSON.stringify({ ...authentication, expires: now + lifetimeMs })).toString(
    "base64url",
  );
  return `${text}.${sign(secret, text).toString("base64url")}`;
}

/** The content of an assertion, and its end in milliseconds since the epoch. */
interface Asserted {
  authentication: Authentication;
  expires: number;
}

/** Reads an assertion; `undefined` when it is missing, forged, malformed or expired. */
export function readAssertion(
  secret: string,
  header: string | undefined,
  now = Date.now(),
): Authentication | undefined {
  const asserted = verified(secret, header);
  return asserted && asserted.expires > now ? asserted.authentication : undefined;
}

function verified(secret: string, header: string | undefined): Asserted | undefined {
  const [text, signature, more] = header?.split(".") ?? [];
  if (text === undefined || signature === undefined || more !== undefined) return undefined;
  const given = Buffer.from(signature, "base64url");
  const wanted = sign(secret, text);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  // The signature proves that signAssertion wrote this text.
  const { expires, ...authentication } = JSON.parse(
    Buffer.from(text, "base64url").toString(),
  ) as Authentication & {
    expires: number;
  };
  return { authentication, expires };
}

/** Raised when a request reaches a service without passing the gateway. */
export class NotFromGateway extends Error {
  override name = "NotFromGateway";
}

/** Authenticates by the gateway's assertion. It is cached, because it comes with several requests. */
export function assertedCaller(secret: string, now = Date.now): Authenticator {
  const cache = createCache<string, Asserted>({ name: "assertions", maxEntries: 1_000 });
  const read = (header: string): Asserted | undefined => {
    const cached = cache.get(header);
    if (cached) return cached;
    const asserted = verified(secret, header);
    if (asserted) cache.set(header, asserted);
    return asserted;
  };
  return (req) => {
    const given = req.headers[assertionHeader];
    const header = Array.isArray(given) ? given[0] : given;
    const asserted = header === undefined ? undefined : read(header);
    if (!asserted || asserted.expires <= now())
      throw new NotFromGateway("the request carries no valid caller assertion");
    recordAssertedAddress(req);
    return asserted.authentication;
  };
}

/** Only the gateway can sign an assertion, so the client address it sends counts. */
function recordAssertedAddress(req: IncomingMessage): void {
  const told = req.headers[clientAddressHeader];
  const address = typeof told === "string" ? canonicalAddress(told) : undefined;
  if (address !== undefined) recordClientAddress(req, address);
}

const attached = Symbol("authentication");
type Attached = IncomingMessage & { [attached]?: Authentication };

/** Attaches the caller to the request, for services mounted in the gateway's own process. */
export function attachAuthentication(req: Attached, authentication: Authentication): void {
  req[attached] = authentication;
}

/** Authenticates in the gateway's process by what it attached. A client cannot send it. */
export const attachedCaller: Authenticator = (req: Attached) => {
  const authentication = req[attached];
  if (!authentication) throw new NotFromGateway("the gateway attached no caller to this request");
  return authentication;
};
