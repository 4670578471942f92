import { setTimeout as elapsed } from "node:timers/promises";
import { createDeadline } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { maxAttempts, waitAfter } from "./mail-retry.rules.ts";
import { renderMail } from "./mail-templates.rules.ts";
import type { ClaimedMail } from "./outgoing-mail.repo.ts";

/** Times in milliseconds. */
export interface AttemptTimes {
  /** The longest that one attempt may take. */
  attemptMs: number;
  /** The wait before an attempt is settled again, after the database did not answer. */
  settleAgainMs: number;
}

interface Attempt extends AttemptTimes {
  /** Aborts when the process ends. */
  signal: AbortSignal;
}

type AttemptDeps = Pick<Deps, "mail" | "mailer" | "identity" | "log">;

/** Sends a claimed e-mail and settles it; tells whether it was sent. Never rejects. */
export async function attemptToSend(
  deps: AttemptDeps,
  claimed: ClaimedMail,
  attempt: Attempt,
): Promise<boolean> {
  const { mail, log } = deps;
  const told = { mailId: claimed.id, attempts: claimed.attempts };
  const failure = await failureOf(deps, claimed, attempt);
  const wait = failure && waitAfter(claimed.attempts);
  if (wait !== undefined) log.warn({ err: failure, ...told }, "an e-mail could not be sent yet");
  else if (failure) log.error({ err: failure, ...told }, "an e-mail is given up");
  const settle = () => (wait === undefined ? mail.remove(claimed.id) : mail.postpone(claimed, wait));
  await untilSettled(settle, attempt).catch((err: unknown) =>
    log.warn({ err, ...told }, "how an e-mail ended could not be written down"),
  );
  return failure === undefined;
}

/** Why the e-mail was not sent. An e-mail whose recipient does not exist counts as sent. */
async function failureOf(
  deps: AttemptDeps,
  claimed: ClaimedMail,
  { signal, attemptMs }: Attempt,
): Promise<Error | undefined> {
  // There are more attempts than allowed only when each ended its process.
  if (claimed.attempts > maxAttempts) return new Error("its attempts ended the process that made them");
  const deadline = createDeadline(signal, attemptMs);
  try {
    await handOver(deps, claimed, deadline.signal);
    return undefined;
  } catch (error) {
    if (deadline.signal.aborted) return new Error("it took too long, or the process ends");
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    deadline.end();
  }
}

async function handOver(
  { identity, mailer, log }: AttemptDeps,
  claimed: ClaimedMail,
  deadline: AbortSignal,
): Promise<void> {
  const { id, userId, createdAt: date } = claimed;
  const [user] = await identity.users({ ids: [userId] });
  if (!user) return log.warn({ mailId: id, userId }, "an e-mail is dropped: its recipient does not exist");
  const { first_name: firstName, last_name, email: address, country_id: countryId } = user;
  const to = { name: `${firstName} ${last_name}`, address };
  await mailer.send({ ...renderMail(claimed, { firstName, countryId }), id, to, date }, deadline);
}

/** Retries, so that a sent e-mail is not sent again because the database was away at that moment. */
async function untilSettled(write: () => Promise<void>, { signal, settleAgainMs }: Attempt): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (signal.aborted) throw error;
      await elapsed(settleAgainMs, undefined, { signal }).catch(() => {});
    }
  }
}
