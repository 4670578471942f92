import type { Deps } from "../deps.ts";
import { letterOf } from "./letters.ts";
import type { WaitingMail } from "./outgoing-mail.repo.ts";

const batchSize = 20;
const longestPauseMs = 3_600_000;

/**
 * Sends the e-mails that are due, at least once each: a row goes after its e-mail was handed over. Replicas share the work
 * through row locks; what cannot be sent is tried again, less and less often. Answers how many went out.
 */
export async function sendMail(deps: Deps): Promise<number> {
  let sent = 0;
  for (;;) {
    const batch = await sendBatch(deps);
    sent += batch.sent;
    if (batch.found < batchSize) return sent;
  }
}

function sendBatch(deps: Deps): Promise<{ found: number; sent: number }> {
  return deps.transaction(async () => {
    const waiting = await deps.mail.lockDue(deps.clock.now(), batchSize);
    const sent: string[] = [];
    for (const mail of waiting) if (await sendOne(deps, mail)) sent.push(mail.id);
    if (sent.length > 0) await deps.mail.remove(sent);
    return { found: waiting.length, sent: sent.length };
  });
}

async function sendOne(deps: Deps, mail: WaitingMail): Promise<boolean> {
  try {
    await handOver(deps, mail);
  } catch (error) {
    deps.log.warn(
      { err: error, mailId: mail.id, attempts: mail.attempts + 1 },
      "an e-mail could not be sent yet",
    );
    const pause = Math.min(5_000 * 2 ** mail.attempts, longestPauseMs);
    await deps.mail.postpone(mail.id, new Date(deps.clock.now().getTime() + pause));
    return false;
  }
  return true;
}

async function handOver({ identity, mailer, log }: Deps, mail: WaitingMail): Promise<void> {
  const [user] = await identity.users({ ids: [mail.userId] });
  if (!user) {
    log.warn({ mailId: mail.id, userId: mail.userId }, "an e-mail is dropped: its recipient does not exist");
    return;
  }
  const { first_name: firstName, last_name, email: address } = user;
  const to = { name: `${firstName} ${last_name}`, address };
  await mailer.send({ ...letterOf(mail, { firstName }), id: mail.id, to, date: mail.createdAt });
}
