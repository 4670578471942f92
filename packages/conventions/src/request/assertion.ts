import type { IncomingMessage } from "node:http";
import { createCache } from "@marketplace/cache";
import type { Metrics } from "@marketplace/telemetry";
import type { Authentication, Authenticator } from "../declare/caller.ts";
import { signedText } from "../declare/signed-text.ts";
import { canonicalAddress, clientAddressHeader, recordClientAddress } from "./client-address.ts";

/** The header with the signed assertion of a caller; the gateway drops what a client sends by this name. */
export const assertionHeader = "x-marketplace-caller";

const lifetimeMs = 30_000;

const signed = (secret: string) =>
  signedText<Authentication & { expires: number }>(secret, "caller-assertion");

/** Signs the result of the token check for a service; valid for 30 s. */
export const signAssertion = (secret: string, authentication: Authentication, now = Date.now()): string =>
  signed(secret).issue({ ...authentication, expires: now + lifetimeMs });

/** Reads an assertion; `undefined` when it is missing, forged, malformed or expired. */
export function readAssertion(
  secret: string,
  header: string | undefined,
  now = Date.now(),
): Authentication | undefined {
  const asserted = header === undefined ? undefined : verified(secret, header);
  return asserted && asserted.expires > now ? asserted.authentication : undefined;
}

/** The content of an assertion, and its end in milliseconds since the epoch. */
interface Asserted {
  authentication: Authentication;
  expires: number;
}

function verified(secret: string, header: string): Asserted | undefined {
  const content = signed(secret).read(header);
  if (!content) return undefined;
  const { expires, ...authentication } = content;
  return { authentication, expires };
}

/** Raised when a request reaches a service without passing the gateway. */
export class NotFromGateway extends Error {
  override name = "NotFromGateway";
}

/**
 * Raised for an assertion that does not hold. The gateway drops those of clients, so it is the deployment's
 * mistake: the client gets 503 as for an outage, not the 403 of somebody without a token.
 */
class AssertionRefused extends Error {
  override name = "AssertionRefused";
  readonly unavailable = true;
}

interface AssertionOptions {
  metrics?: Pick<Metrics, "cache">;
  /** The wall clock, in milliseconds. */
  now?: () => number;
}

/** Authenticates by the gateway's assertion. It is cached, because it comes with several requests. */
export function assertedCaller(
  secret: string,
  { metrics, now = Date.now }: AssertionOptions = {},
): Authenticator {
  const cache = createCache<string, Asserted>({ name: "assertions", metrics, maxEntries: 1_000 });
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
    if (header === undefined) throw new NotFromGateway("the request carries no caller assertion");
    if (!asserted)
      throw new AssertionRefused(
        "the caller assertion is not signed with the INTERNAL_SECRET of this service",
      );
    if (asserted.expires <= now())
      throw new AssertionRefused(
        "the caller assertion is over 30 s old: do the clocks of the machines agree?",
      );
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
