import type { Deps } from "../deps.ts";
import { familyPath } from "./token-events.rules.ts";

interface Revoked {
  userId: number;
  familyId: string;
  /** Whether a token of the family itself asks for it. */
  isOwn?: boolean;
}

/** Revokes a family of a user's tokens, in every process; false when there is none that works. */
export async function revokeTokens(
  deps: Deps,
  { userId, familyId, isOwn = false }: Revoked,
): Promise<boolean> {
  const revoked = await deps.transaction(async () => {
    if (!(await deps.tokenFamilies.revoke(userId, familyId, { now: deps.clock.now(), isOwn }))) return false;
    const subject = familyPath({ id: familyId, userId });
    await deps.audit.record({ action: "tokens.revoked", subject, details: { reason: "asked" } });
    return true;
  });
  deps.tokenCheck.forget(familyId);
  return revoked;
}

/** Revokes all tokens of a user, and their codes; returns the number of families. */
export async function revokeAllTokens(deps: Deps, userId: number): Promise<number> {
  const families = await deps.transaction(async () => {
    await deps.grants.withdrawAll(userId);
    const revoked = await deps.tokens.revokeAll(userId, deps.clock.now());
    const details = { reason: "asked", families: revoked };
    await deps.audit.record({ action: "tokens.revoked", subject: `/users/${userId}/tokens`, details });
    return revoked;
  });
  deps.tokenCheck.forgetUser(userId);
  return families;
}
