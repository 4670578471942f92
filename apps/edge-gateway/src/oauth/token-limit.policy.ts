import type { IncomingMessage } from "node:http";
import { clientNetworkOf, common } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Credentials } from "./proven-clients.service.ts";

/**
 * Counts a token request and refuses it with 429 when there were too many.
 *
 * It counts for the address it comes from, as any request without a token does. But several applications may share an
 * address (a network behind NAT, a proxy nobody named), and none shall take the endpoint from the others. So a client that
 * presents a secret it has proven itself with counts for that client instead: in a bucket of its own, wherever it is.
 *
 * A bucket by the claimed client_id alone would turn this around: the id is public, it stands in every authorization link, so
 * whoever reads it could use the bucket up and lock the application out. Here a wrong secret never touches the client's
 * bucket, and a right one is recognised by its hash, without a question to the database, before the address is looked at.
 * An attacker at the same address delays an application's very first proof, and nothing else.
 */
export function admitTokenRequest(
  deps: Pick<Deps, "rateLimit" | "requestsPerMinute" | "provenClients">,
  req: IncomingMessage,
  claimed: Credentials | undefined,
): void {
  const isProven = claimed !== undefined && deps.provenClients.has(claimed);
  const key = isProven ? `client ${claimed.id}` : `address ${clientNetworkOf(req)}`;
  const seconds = deps.rateLimit(key, deps.requestsPerMinute);
  if (seconds > 0) throw common.too_many_requests({ headers: { "Retry-After": String(seconds) } });
}
