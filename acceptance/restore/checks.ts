import { expect } from "vitest";
import { ask, askQuestion, documents, type Place, placeOrder, uploadTo, type Written } from "./traffic.ts";

/** The state of a written thing after the restore: complete or absent. Anything between is described. */
async function stateOf(place: Place, one: Written): Promise<string> {
  const { buyer_mla, seller_mla } = place.sandbox.users;
  if (one.kind === "upload") {
    const path = `${documents(one.pack)}/${one.id}`;
    const { status, text } = await ask(place, "GET", path, { as: seller_mla });
    if (status === 200) return text === one.bytes ? "whole" : `upload of ${text.length} bytes`;
    return absent(status, text) ? "absent" : `upload ${status}: ${text}`;
  }
  const path = one.kind === "question" ? `/questions/${one.id}` : `/orders/${one.id}`;
  const { status, text } = await ask(place, "GET", path, { as: buyer_mla });
  if (absent(status, text)) return "absent";
  return status === 200 && JSON.parse(text).id === one.id ? "whole" : `${one.kind} ${status}: ${text}`;
}

/** The specification answers 400 for documents that do not exist (Invoices). */
const absent = (status: number, text: string): boolean =>
  status === 404 || (status === 400 && text.includes("does not exist"));

/**
 * Checks all things and counts the complete ones. Fails on partial ones and, unless `missing` allows them, on
 * absent ones.
 */
export async function expectWhole(
  place: Place,
  all: readonly Written[],
  missing: "none" | "some",
): Promise<Written[]> {
  const states = await Promise.all(all.map(async (one) => ({ one, state: await stateOf(place, one) })));
  const allowed = missing === "some" ? ["whole", "absent"] : ["whole"];
  expect(states.map(({ state }) => state).filter((state) => !allowed.includes(state))).toEqual([]);
  return states.filter(({ state }) => state === "whole").map(({ one }) => one);
}

/** The listed documents of every pack are complete: no row without its object. */
export async function expectListsWhole(place: Place, packs: readonly number[]): Promise<void> {
  const as = place.sandbox.users.seller_mla;
  for (const pack of packs) {
    const { status, text } = await ask(place, "GET", documents(pack), { as });
    if (status !== 200) {
      expect({ pack, status, text, absent: absent(status, text) }).toMatchObject({ absent: true });
      continue;
    }
    const { fiscal_documents } = JSON.parse(text) as { fiscal_documents: { id: string }[] };
    for (const { id } of fiscal_documents)
      expect((await ask(place, "GET", `${documents(pack)}/${id}`, { as })).status).toBe(200);
  }
}

const idsOf = (all: readonly Written[], kind: "question" | "order"): number[] =>
  all.flatMap((one) => (one.kind === kind ? [one.id] : []));

/** New questions, orders and uploads are accepted, with higher ids than all existing ones. */
export async function expectWritable(place: Place, item: string, present: readonly Written[]): Promise<void> {
  for (const turn of [1, 2, 3]) {
    const question = await askQuestion(place, item, `¿Y después de la copia ${turn}?`);
    const order = await placeOrder(place, item);
    const upload = await uploadTo(place, order.id);
    const ids = idsOf([question], "question");
    expect(Math.min(...ids)).toBeGreaterThan(Math.max(...idsOf(present, "question")));
    expect(order.id).toBeGreaterThan(Math.max(...idsOf(present, "order")));
    await expectWhole(place, [question, order, upload], "none");
  }
}
