import type { OrderWrite } from "./ledger.ts";
import type { Writing } from "./load.ts";
import type { MailRelay } from "./mail-relay.ts";
import { becomesTrue } from "./settle.ts";
import type { Tally } from "./tally.ts";

type Accepted = Pick<MailRelay, "lettersOf" | "repeats">;
type Findings = Pick<Tally, "lost" | "duplicated" | "halfVisible">;

/** Waits for the letters of acknowledged uploads, then holds all letters against the ledger. */
export async function checkMail(
  { ledger, tally }: Writing,
  relay: MailRelay,
  crashes: number,
): Promise<void> {
  const awaited = uploadsOf(ledger.orders).filter(({ outcome }) => outcome === "acknowledged");
  await becomesTrue(() => awaited.every(({ packId }) => relay.lettersOf(packId).size > 0));
  judgeMail(ledger.orders, relay, { crashes, to: tally });
}

/**
 * Every acknowledged upload has one letter, which the relay accepted; one whose answer was lost has one at most.
 * A letter is accepted twice only when a crash fell between its acceptance and its row's end: once per crash.
 */
export function judgeMail(
  orders: readonly OrderWrite[],
  relay: Accepted,
  { crashes, to }: { crashes: number; to: Findings },
): void {
  for (const { packId, outcome } of uploadsOf(orders)) {
    const letters = relay.lettersOf(packId).size;
    if (letters === 0 && outcome === "acknowledged")
      to.lost.push(`the letter about the files of pack ${packId}`);
    if (letters > 1) to.duplicated.push(`${letters} letters about one upload to pack ${packId}`);
    if (letters > 0 && outcome === "refused")
      to.halfVisible.push(`a letter about refused files of ${packId}`);
  }
  if (relay.repeats() > crashes)
    to.duplicated.push(`${relay.repeats()} letters were repeated after ${crashes} crashes`);
}

const uploadsOf = (orders: readonly OrderWrite[]) =>
  orders.flatMap(({ id, uploads: [one] }) =>
    id !== undefined && one ? [{ packId: id, outcome: one.outcome }] : [],
  );
