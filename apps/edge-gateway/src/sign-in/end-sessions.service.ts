import type { Deps } from "../deps.ts";

/**
 * Ends a user's sessions, but for one if it is named, and the authorization codes that were not exchanged
 * yet: an ended session may have given one just before. Codes come last, because the end of the sessions
 * waits for consents under way, which still give one.
 */
export async function endSessions(
  { sessions, grants }: Pick<Deps, "grants" | "sessions">,
  userId: number,
  exceptId?: string,
): Promise<void> {
  await sessions.endAll(userId, exceptId);
  await grants.withdrawAll(userId);
}
