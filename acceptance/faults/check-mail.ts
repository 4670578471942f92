import type { OrderWrite } from "./ledger.ts";
import type { Writing } from "./load.ts";
import type { MailRelay } from "./mail-relay.ts";
import { becomesTrue } from "./settle.ts";
import type { Tally } from "./tally.ts";

type Accepted = Pick<MailRelay, "emailsOf" | "repeats">;
type Findings = Pick<Tally, "lost" | "duplicated" | "halfVisible">;

/** Waits for the e-mails of acknowledged uploads, then compares all e-mails with the ledger. */
export async function checkMail(
  { ledger, tally }: Writing,
  relay: MailRelay,
  crashes: number,
): Promise<void> {
  const awaited = uploadsOf(ledger.orders).filter(({ outcome }) => outcome === "acknowledged");
  await becomesTrue(() => awaited.every(({ packId }) => relay.emailsOf(packId).size > 0));
  judgeMail(ledger.orders, relay, { crashes, to: tally });
}

/**
 * The relay accepted one e-mail for every acknowledged upload, and at most one for an upload of unknown
 * outcome. It accepts an e-mail twice only when a crash falls between the acceptance and the update of the
 * row: once per crash.
 */
export function judgeMail(
  orders: readonly OrderWrite[],
  relay: Accepted,
  { crashes, to }: { crashes: number; to: Findings },
): void {
  for (const { packId, outcome } of uploadsOf(orders)) {
    const emails = relay.emailsOf(packId).size;
    if (emails === 0 && outcome === "acknowledged")
      to.lost.push(`the e-mail about the files of pack ${packId}`);
    if (emails > 1) to.duplicated.push(`${emails} e-mails about one upload to pack ${packId}`);
    if (emails > 0 && outcome === "refused")
      to.halfVisible.push(`an e-mail about refused files of ${packId}`);
  }
  if (relay.repeats() > crashes)
    to.duplicated.push(`${relay.repeats()} e-mails were repeated after ${crashes} crashes`);
}

const uploadsOf = (orders: readonly OrderWrite[]) =>
  orders.flatMap(({ id, uploads: [one] }) =>
    id !== undefined && one ? [{ packId: id, outcome: one.outcome }] : [],
  );
