import type { Problem } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { type ReplayReason, tokensReplayed } from "../tokens/token-events.rules.ts";
import type { Family } from "../tokens/tokens.repo.ts";
import type { TokenAnswer } from "../tokens/tokens.service.ts";

/** What a transaction decided: a problem may come with a revocation, which must be kept. */
export type Decision = { tokens: TokenAnswer } | { refused: Problem; revoked?: string };

interface Replay {
  refused: Problem;
  reason: ReplayReason;
}

/** Ends the family of a code or refresh token that came back long after its use: one is stolen. */
export async function endReplayed(
  { tokens, audit, clock }: Deps,
  family: Family,
  { refused, reason }: Replay,
): Promise<Decision> {
  if (await tokens.revokeFamily(family.id, clock.now())) await audit.record(tokensReplayed(family, reason));
  return { refused, revoked: family.id };
}

/** The tokens, or the problem raised; what was revoked stops working in this process at once. */
export function carryOut({ tokenCheck }: Deps, decision: Decision): TokenAnswer {
  if ("tokens" in decision) return decision.tokens;
  if (decision.revoked !== undefined) tokenCheck.forget(decision.revoked);
  throw decision.refused;
}

/** How long after its use a spent code or token may come back as an honest repetition (decisions 2.2). */
export const repetitionMs = 60_000;
