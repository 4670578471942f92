import type { Deps } from "../deps.ts";
import { familyPath } from "./token-events.rules.ts";

/** Revokes a family of a user's tokens, in every process; false when there is none that works. */
export async function revokeTokens(deps: Deps, userId: number, familyId: string): Promise<boolean> {
  const revoked = await deps.transaction(async () => {
    if (!(await deps.tokenFamilies.revoke(userId, familyId, deps.clock.now()))) return false;
    const subject = familyPath({ id: familyId, userId });
    await deps.audit.record({ action: "tokens.revoked", subject, details: { reason: "asked" } });
    return true;
  });
  deps.tokenCheck.forget(familyId);
  return revoked;
}
