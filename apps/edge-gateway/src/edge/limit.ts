import type { IncomingMessage } from "node:http";
import { clientNetworkOf } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Checked } from "../tokens/token-check.service.ts";

/**
 * Counts a request and gives the seconds its sender must wait, 0 when they need not. Applications are limited as such;
 * requests without a valid token by the address they come from.
 */
export function secondsToWait(
  deps: Pick<Deps, "rateLimit" | "requestsPerMinute">,
  req: IncomingMessage,
  { authentication, requestsPerMinute }: Checked,
): number {
  const perMinute = requestsPerMinute ?? deps.requestsPerMinute;
  if (perMinute === 0) return 0;
  const key =
    authentication.kind === "caller"
      ? `application ${authentication.caller.applicationId}`
      : `address ${clientNetworkOf(req)}`;
  return deps.rateLimit(key, perMinute);
}
