import type { Deps } from "../../deps.ts";
import { endSessions } from "../end-sessions.service.ts";
import type { Session } from "../sessions.service.ts";
import type { Attempt } from "../throttle.service.ts";
import { mintRecoveryCodes, recoveryCodeHash } from "./recovery-codes.rules.ts";
import type { Enrollment } from "./totp.repo.ts";
import { isTotpCode, mintTotpSecret, stepOf, totpAddress } from "./totp.rules.ts";

/** What a user puts into their authenticator app; shown once. */
export interface AuthenticatorSetup {
  secret: string;
  otpauth_uri: string;
}

/** The result of a code. */
export type CodeCheck = { kind: "accepted" } | { kind: "refused" } | { kind: "blocked"; seconds: number };

interface Account {
  id: number;
  nickname: string;
}

/** Begins an enrollment, in a session of sign-in or by API; `undefined` where a factor exists. */
export async function beginEnrollment(
  deps: Deps,
  { id, nickname }: Account,
  session?: Session,
): Promise<AuthenticatorSetup | undefined> {
  const secret = mintTotpSecret();
  const begun = await deps.totp.begin({
    user_id: id,
    sealed: deps.totpBox.seal(secret),
    session_id: session?.id ?? null,
    now: deps.systemClock.now(),
  });
  return begun ? setupOf(deps, secret, nickname) : undefined;
}

/** What the app needs of a secret that exists already. */
export const setupOf = (
  { baseUrl }: Pick<Deps, "baseUrl">,
  secret: string,
  nickname: string,
): AuthenticatorSetup => ({
  secret,
  otpauth_uri: totpAddress(secret, { nickname, baseUrl }),
});

/** The secret of an enrollment; `undefined` when it was sealed under another INTERNAL_SECRET. */
export function secretOf({ totpBox, log }: Deps, { sealed, user_id }: Enrollment): string | undefined {
  try {
    return totpBox.open(sealed);
  } catch (error) {
    log.error({ err: error, user_id }, "the secret of a second factor cannot be opened");
    return undefined;
  }
}

const stepIn = (deps: Deps, enrollment: Enrollment, code: string): number | undefined => {
  const secret = secretOf(deps, enrollment);
  return secret === undefined ? undefined : stepOf(code, secret, deps.systemClock.now());
};

/**
 * Confirms an enrollment by a code of the app. Sessions from before it and their authorization codes end, but
 * for `session`: nobody proved the second factor in them. Gives the recovery codes in `codes`, which are not
 * shown again.
 */
export async function confirmEnrollment(
  deps: Deps,
  enrollment: Enrollment,
  { code, session }: { code: string; session?: Session },
): Promise<CodeCheck & { codes?: string[] }> {
  const { user_id: userId } = enrollment;
  return throttled(deps, userId, async () => {
    const step = stepIn(deps, enrollment, code);
    if (step === undefined) return undefined;
    return deps.transaction(async () => {
      if (!(await deps.totp.confirm(enrollment, step, deps.systemClock.now()))) return undefined;
      await endSessions(deps, userId, session?.id);
      const codes = await newRecoveryCodes(deps, userId);
      await record(deps, userId, "totp.enrolled");
      return { codes };
    });
  });
}

/** Checks a code of the app, or a recovery code, and uses it up. Failures count, over all replicas. */
export const checkCode = (deps: Deps, enrollment: Enrollment, code: string): Promise<CodeCheck> =>
  throttled(deps, enrollment.user_id, () =>
    isTotpCode(code) ? useCode(deps, enrollment, code) : useRecoveryCode(deps, enrollment.user_id, code),
  );

async function useCode(deps: Deps, enrollment: Enrollment, code: string): Promise<object | undefined> {
  const step = stepIn(deps, enrollment, code);
  return step !== undefined && (await deps.totp.useStep(enrollment, step)) ? {} : undefined;
}

function useRecoveryCode(deps: Deps, userId: number, code: string): Promise<object | undefined> {
  return deps.transaction(async () => {
    if (!(await deps.totp.useRecoveryCode(userId, recoveryCodeHash(code)))) return undefined;
    await record(deps, userId, "totp.recovery_code_used", {
      left: await deps.totp.recoveryCodesLeft(userId),
    });
    return {};
  });
}

/** Replaces the recovery codes; gives the new ones, which are not shown again. */
export async function replaceRecoveryCodes(deps: Deps, userId: number): Promise<string[]> {
  return deps.transaction(async () => {
    const codes = await newRecoveryCodes(deps, userId);
    await record(deps, userId, "totp.recovery_codes_replaced");
    return codes;
  });
}

async function newRecoveryCodes({ totp }: Deps, userId: number): Promise<string[]> {
  const codes = mintRecoveryCodes();
  await totp.setRecoveryCodes(userId, codes.map(recoveryCodeHash));
  return codes;
}

/**
 * Removes a second factor; false when there is none. A reset by others also ends the user's sessions and
 * their codes.
 */
export function removeTotp(
  deps: Pick<Deps, "audit" | "grants" | "sessions" | "totp" | "transaction">,
  userId: number,
  { isReset }: { isReset: boolean },
): Promise<boolean> {
  return deps.transaction(async () => {
    if (!(await deps.totp.remove(userId))) return false;
    if (isReset) await endSessions(deps, userId);
    await record(deps, userId, isReset ? "totp.reset" : "totp.removed");
    return true;
  });
}

type Action =
  | "totp.enrolled"
  | "totp.removed"
  | "totp.reset"
  | "totp.recovery_code_used"
  | "totp.recovery_codes_replaced";

async function record(
  { audit }: Pick<Deps, "audit">,
  userId: number,
  action: Action,
  details: Record<string, number> = {},
): Promise<void> {
  await audit.record({ action, subject: `/users/${userId}`, details });
}

/**
 * Runs a check that counts as failed before it is made. Failed codes are counted by user, apart from failed
 * passwords: a right password, which comes before each guess of a code, does not reset their count.
 */
async function throttled<T extends object>(
  deps: Deps,
  userId: number,
  check: () => Promise<T | undefined>,
): Promise<CodeCheck & Partial<T>> {
  const admission = await deps.throttle.admit([{ kind: "code", text: String(userId) }]);
  // The fields of T are optional, so that an outcome without them is one.
  if (admission.kind === "blocked") return admission as CodeCheck & Partial<T>;
  const { attempt } = admission;
  let result: T | undefined;
  try {
    result = await check();
  } catch (error) {
    // Nothing was verified, for want of a database.
    await attempt.withdraw();
    throw error;
  }
  if (result === undefined) {
    await recordFailure(deps, userId, attempt);
    return { kind: "refused" } as CodeCheck & Partial<T>;
  }
  await attempt.succeed();
  return { ...result, kind: "accepted" };
}

async function recordFailure({ audit }: Deps, userId: number, { blocks }: Attempt): Promise<void> {
  const subject = `/users/${userId}`;
  await audit.record({ action: "totp.failed", subject });
  if (!blocks) return;
  const details = { blocked: blocks.kind, seconds: blocks.seconds };
  await audit.record({ action: "sign_in.locked", actor_id: null, subject, details });
}
