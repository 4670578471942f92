import type { Writing } from "./load.ts";
import { documentsOf } from "./load.ts";
import type { Receiver } from "./receiver.ts";
import { becomesTrue } from "./settle.ts";

/** Every acknowledged change has its own event, which the receiver got at least once. */
export async function checkEvents({ ledger, tally }: Writing, receiver: Receiver): Promise<void> {
  const expected = new Map<string, number>();
  const expect = (resource: string, outcome: string | undefined) => {
    if (outcome === "acknowledged") expected.set(resource, (expected.get(resource) ?? 0) + 1);
  };
  for (const { id, outcome, answer, deletion } of ledger.questions) {
    expect(`/questions/${id}`, outcome);
    expect(`/questions/${id}`, answer?.outcome);
    expect(`/questions/${id}`, deletion);
  }
  for (const order of ledger.orders)
    for (const { outcome } of order.uploads) expect(documentsOf(order), outcome);
  const missing = () => [...expected].filter(([resource, count]) => receiver.eventsOf(resource) < count);
  await becomesTrue(() => missing().length === 0);
  for (const [resource, count] of missing())
    tally.eventsMissing.push(`${resource}: ${receiver.eventsOf(resource)} of ${count}`);
}
