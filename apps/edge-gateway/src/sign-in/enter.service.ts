import type { Reply } from "@marketplace/conventions";
import { addressWith } from "../authorization/authorization-request.rules.ts";
import type { Deps } from "../deps.ts";
import type { Parameters } from "../oauth/parameters.rules.ts";
import { sendTo } from "./pages/page-reply.ts";
import { type Http, startSession } from "./visit.service.ts";

/** Who has proven who they are. */
export interface Proven {
  userId: number;
  /** How: `password` or `oidc`. */
  method: string;
  /** The stored password that was verified. */
  password?: string;
  /** The link to a person at an issuer by which they came. */
  identityId?: number;
}

/**
 * Signs somebody in who has proven who they are, and leads them on: to the second step when they have one,
 * else to what they came for. `undefined` when they may not sign in any more.
 */
export async function enter(
  deps: Deps,
  { req, res }: Http,
  { proven, parameters }: { proven: Proven; parameters: Parameters | undefined },
): Promise<Reply | undefined> {
  const { userId, ...how } = proven;
  const { secondFactor } = deps;
  const step = (await secondFactor.isRequired(userId)) ? secondFactor : undefined;
  const start = { ...how, request: req, awaiting: step?.name };
  const cookies = await startSession(deps, { id: userId }, start);
  if (!cookies) return undefined;
  for (const cookie of cookies) res.appendHeader("Set-Cookie", cookie);
  return step ? sendTo(addressWith(step.path, parameters ?? new Map())) : leadOn(parameters);
}

/** Where users go once they are signed in: to the consent page, or to the page that shows who they are. */
export const leadOn = (parameters: Parameters | undefined): Reply => sendTo(afterSignIn(parameters));

export const afterSignIn = (parameters: Parameters | undefined): string =>
  parameters ? addressWith("/authorization", parameters) : "/sign_in";
