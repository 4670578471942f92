import { checkDocuments } from "../../faults/check-orders.ts";
import type { OrderWrite } from "../../faults/ledger.ts";
import { documentsOf, newFiles, type Writing } from "../../faults/load.ts";

const attempts = 5;

/**
 * Uploads again what was not acknowledged, as a seller would. Where the first attempt was stored after all
 * the second one is refused, because its place is taken: then the first one's files must be there.
 */
export async function uploadAgain(writing: Writing, orders: readonly OrderWrite[]): Promise<void> {
  for (const order of orders)
    if (order.uploads[0]?.outcome === "unknown") await uploadOneAgain(writing, order);
}

async function uploadOneAgain({ ask, world, random, tally }: Writing, order: OrderWrite): Promise<void> {
  const { access_token: token } = world.seller;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { form, written } = newFiles(random);
    const answer = await ask("POST", documentsOf(order), { token, form });
    if (answer.status >= 500 || answer.status === 0) continue;
    if (answer.status < 300) {
      order.uploads = [{ ...written, outcome: "acknowledged", ids: answer.json<{ ids: string[] }>().ids }];
    }
    return;
  }
  tally.undrained.push(`files of pack ${order.id}: not taken ${attempts} times with the store whole`);
}

/** Reads back the files of all packs; returns how many there are. */
export async function countFiles(writing: Writing, orders: readonly OrderWrite[]): Promise<number> {
  let files = 0;
  for (const order of orders) files += await checkDocuments(writing, order);
  return files;
}
