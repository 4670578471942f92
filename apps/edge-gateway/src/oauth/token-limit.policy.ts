import type { IncomingMessage } from "node:http";
import { clientNetworkOf, common } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Credentials } from "./proven-clients.service.ts";

/**
 * Counts a token request and refuses it with 429 beyond the limit.
 *
 * A token request counts for its client address, as all requests without a token do. Several applications may
 * share an address (NAT, an unlisted proxy), and none may use up the limit of the others. So a client whose
 * secret has been verified before has a bucket of its own.
 *
 * A bucket per claimed client_id would allow a lockout: the id is public. Here a wrong secret never counts
 * for the client's bucket. A right one is recognized by its hash, without the database, before the address is
 * counted. An attacker at the same address delays an application's first authentication only.
 */
export async function admitTokenRequest(
  deps: Pick<Deps, "rateLimit" | "requestsPerMinute" | "provenClients">,
  req: IncomingMessage,
  claimed: Credentials | undefined,
): Promise<void> {
  const isProven = claimed !== undefined && deps.provenClients.has(claimed);
  const key = isProven ? `client ${claimed.id}` : `address ${clientNetworkOf(req)}`;
  const seconds = await deps.rateLimit(key, deps.requestsPerMinute);
  if (seconds > 0) throw common.too_many_requests({ headers: { "Retry-After": String(seconds) } });
}
