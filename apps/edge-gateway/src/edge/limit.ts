import type { IncomingMessage } from "node:http";
import { clientNetworkOf } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Checked } from "../tokens/token-check.service.ts";

/**
 * Counts a request and returns the seconds its sender must wait, or 0. The limit is per application; requests
 * without a valid token count for the client's address.
 */
export function secondsToWait(
  deps: Pick<Deps, "rateLimit" | "requestsPerMinute">,
  req: IncomingMessage,
  { authentication, requestsPerMinute }: Checked,
): number | Promise<number> {
  const perMinute = requestsPerMinute ?? deps.requestsPerMinute;
  if (perMinute === 0) return 0;
  const key =
    authentication.kind === "caller"
      ? `application ${authentication.caller.applicationId}`
      : `address ${clientNetworkOf(req)}`;
  return deps.rateLimit(key, perMinute);
}
