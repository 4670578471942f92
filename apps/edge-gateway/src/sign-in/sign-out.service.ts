import type { Deps } from "../deps.ts";
import { familyPath } from "../tokens/token-events.rules.ts";
import type { Session } from "./sessions.service.ts";
import { whoIs } from "./visit.service.ts";

/**
 * Ends a session whose user signs out, and the tokens that pages of the product got in it. Codes go before
 * tokens: an exchange holds its code's lock, so an earlier exchange has committed its tokens by then.
 */
export async function signOut(deps: Deps, { id, userId }: Session): Promise<void> {
  const families = await deps.transaction(async () => {
    await deps.sessions.end(id);
    await deps.audit.record({ action: "sign_out", ...whoIs(userId) });
    await deps.grants.withdrawOfSession(userId, id);
    const revoked = await deps.tokenFamilies.revokeOfSession(userId, id, deps.clock.now());
    for (const family of revoked) {
      const subject = familyPath({ id: family, userId });
      const details = { reason: "signed_out" };
      await deps.audit.record({ action: "tokens.revoked", actor_id: userId, subject, details });
    }
    return revoked;
  });
  for (const family of families) deps.tokenCheck.forget(family);
}
