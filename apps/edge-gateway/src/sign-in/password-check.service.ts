import type { Deps } from "../deps.ts";
import { hasHash, hashOf } from "../tokens/token-text.rules.ts";
import type { Credentials } from "./credentials.repo.ts";
import { hashPassword, isOutdated, verifyPassword } from "./passwords.service.ts";
import type { Attempt, Counted } from "./throttle.service.ts";

/** What somebody says who they are. */
export interface Claim {
  login: string;
  password: string;
  /** The token of their browser. */
  browser: string | undefined;
  /** Their network, as rate limits count it. */
  network: string;
  /** The user whose token says who they are: what others fail at does not count against them. */
  userId?: number;
}

/**
 * What came of it. `refused` does not say why: an unknown user, one without a password and a wrong password
 * are one answer, after the same work.
 */
export type Checked =
  | { kind: "proven"; userId: number /** The stored password that fits. */; password: string }
  | { kind: "refused" }
  | { kind: "blocked"; seconds: number };

type Parts = Pick<Deps, "credentials" | "throttle" | "audit">;

/** Checks a claim: counts it as failed, verifies the password, and takes the count back when it fits. */
export async function checkPassword(deps: Parts, claim: Claim): Promise<Checked> {
  const login = claim.login.normalize("NFC");
  const browserHash = claim.browser === undefined ? undefined : hashOf(claim.browser);
  const found = await deps.credentials.find(login, browserHash);
  const name = await deps.credentials.nameOf(login);
  const admission = await deps.throttle.admit(countedBy({ ...claim, login: name }, found));
  if (admission.kind === "blocked") return admission;
  const { attempt } = admission;
  const password = await fitting(deps, found, { text: claim.password, attempt });
  if (!found || password === undefined) {
    await recordFailure(deps, attempt, found?.user_id);
    return { kind: "refused" };
  }
  await attempt.succeed();
  return { kind: "proven", userId: found.user_id, password };
}

/**
 * Tells operators whose password was tried, and what is blocked since. What was typed is not recorded: it may
 * be a password in the wrong field.
 */
async function recordFailure(
  { audit }: Parts,
  { blocks }: Attempt,
  userId: number | undefined,
): Promise<void> {
  const subject = userId === undefined ? "/sign_in" : `/users/${userId}`;
  await audit.record({ action: "sign_in.failed", actor_id: null, subject, details: { method: "password" } });
  if (!blocks) return;
  const details = { blocked: blocks.kind, seconds: blocks.seconds };
  await audit.record({ action: "sign_in.locked", actor_id: null, subject, details });
}

/**
 * A browser with which the user signed in before is counted by itself. So failures in the user's name
 * elsewhere, or at the same address, do not lock them out of their own browser (OWASP: device cookies).
 */
function countedBy({ login, browser, network, userId }: Claim, found: Credentials | undefined): Counted[] {
  if (userId !== undefined) return [{ kind: "change", text: String(userId) }];
  if (found?.knows_browser) return [{ kind: "browser", text: `${found.user_id} ${browser}` }];
  return [
    { kind: "account", text: login },
    { kind: "address", text: network },
  ];
}

/** The stored password, if the text is it; stored again where it was stored in an older way. */
async function fitting(
  { credentials }: Parts,
  found: Credentials | undefined,
  { text, attempt }: { text: string; attempt: Attempt },
): Promise<string | undefined> {
  try {
    const isPassword = await verifyPassword(text, found?.password ?? undefined);
    if (!found || !(isPassword || fitsFormer(text, found))) return undefined;
    if (found.password !== null && !isOutdated(found.password)) return found.password;
    const next = await hashPassword(text);
    return (await credentials.rehash(found, next)) ? next : undefined;
  } catch (error) {
    // Nothing was verified, for want of room or of a database.
    await attempt.withdraw();
    throw error;
  }
}

const fitsFormer = (text: string, { password, former_password }: Credentials): boolean =>
  password === null && former_password !== null && hasHash(text, former_password);
