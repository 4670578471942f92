import type { OrderWrite, UploadWrite } from "./ledger.ts";
import { documentsOf, sha256Of, type Writing } from "./load.ts";
import { becomesTrue } from "./settle.ts";

/** Compares orders, shipments and files of packs with the ledger; returns how many files there are. */
export async function checkOrders(writing: Writing, orders: readonly OrderWrite[]): Promise<number> {
  let files = 0;
  for (const order of orders.filter(({ id }) => id !== undefined)) {
    await checkOrder(writing, order);
    files += await checkDocuments(writing, order);
  }
  return files;
}

interface Order {
  status: string;
  shipment_id: number | null;
  paid_amount: number;
  payments: { status: string; total_paid_amount: number; transaction_amount_refunded: number }[];
}

async function checkOrder({ ask, world, tally }: Writing, order: OrderWrite): Promise<void> {
  const { id, cancellation } = order;
  const token = world.buyer.access_token;
  const read = () => ask("GET", `/orders/${id}`, { token });
  const answer = await read();
  if (answer.status !== 200) return void tally.lost.push(`order ${id}: ${answer.status}`);
  // Flex may have been down when the order was made or canceled; jobs do the rest later.
  let found = answer.json<Order>();
  const settled = await becomesTrue(async () => {
    found = (await read()).json<Order>();
    if (found.status === "cancelled") return true;
    return found.shipment_id !== null && cancellation !== "acknowledged";
  });
  if (!settled) {
    const what = cancellation === "acknowledged" ? "is not canceled" : "has no shipment";
    return void tally.undrained.push(`order ${id} ${what}`);
  }
  checkMoney(order, found, tally);
  if (found.status === "cancelled") return;
  const { status } = await ask("GET", `/shipments/${found.shipment_id}`, { token });
  if (status !== 200) tally.halfVisible.push(`shipment ${found.shipment_id} of order ${id}: ${status}`);
}

/** An order has one payment, which is held while it lives and went back whole when it was canceled. */
function checkMoney({ id, cancellation }: OrderWrite, order: Order, tally: Writing["tally"]): void {
  const [payment, ...further] = order.payments;
  if (!payment || further.length > 0)
    return void tally.duplicated.push(`order ${id} has ${order.payments.length} payments`);
  const isCanceled = order.status === "cancelled";
  if (isCanceled && cancellation === undefined) tally.lost.push(`order ${id} was canceled by nobody`);
  const due = isCanceled ? payment.total_paid_amount : 0;
  const isWhole = payment.transaction_amount_refunded === due && (order.paid_amount === 0) === isCanceled;
  if (!isWhole) tally.halfVisible.push(`order ${id} is ${order.status}: ${JSON.stringify(payment)}`);
}

/**
 * A purchase takes one piece or none, and a cancellation gives it back. The stock of interrupted ones is
 * released after minutes.
 */
export async function checkStock({ ask, world, ledger, tally }: Writing): Promise<void> {
  const count = (outcome: string) => ledger.orders.filter((order) => order.outcome === outcome).length;
  const canceled = (outcome: string) =>
    ledger.orders.filter(({ cancellation }) => cancellation === outcome).length;
  const least = count("acknowledged") - canceled("acknowledged") - canceled("unknown");
  const most = count("acknowledged") + count("unknown") - canceled("acknowledged");
  let sold = 0;
  const settled = await becomesTrue(async () => {
    const answer = await ask("GET", `/items/${world.item}`, { token: world.seller.access_token });
    sold = world.stock - answer.json<{ available_quantity: number }>().available_quantity;
    return sold <= most;
  });
  if (sold < least) tally.lost.push(`stock: ${least} orders live, ${sold} pieces sold`);
  if (!settled) tally.duplicated.push(`stock: at most ${most} orders live, ${sold} pieces sold`);
}

interface Listed {
  id: string;
  file_type: string;
}

/** Reads back the files of a pack, each with its bytes; returns how many there are. */
export async function checkDocuments(writing: Writing, order: OrderWrite): Promise<number> {
  const [upload] = order.uploads;
  if (!upload) return 0;
  const { ask, world, tally } = writing;
  const token = world.seller.access_token;
  const list = await ask("GET", documentsOf(order), { token });
  const listed = list.status === 200 ? list.json<{ fiscal_documents: Listed[] }>().fiscal_documents : [];
  checkList(order, upload, { listed, tally });
  for (const { id, file_type } of listed) {
    const { status, bytes } = await ask("GET", `${documentsOf(order)}/${id}`, { token });
    if (status !== 200 || sha256Of(bytes) !== digestOf(upload, file_type))
      tally.halfVisible.push(`file ${id} of pack ${order.id} has other bytes (${status})`);
  }
  return listed.length;
}

type Findings = Record<"lost" | "duplicated" | "halfVisible", string[]>;

/** Compares the listed documents of a pack with its recorded uploads and deletions. */
export function checkList(
  order: OrderWrite,
  upload: UploadWrite,
  { listed, tally }: { listed: readonly Listed[]; tally: Findings },
): void {
  const shown = listed.map(({ id }) => id).sort();
  const name = `files of pack ${order.id} (${upload.outcome}, deletion ${order.deletion}): ${shown.join()}`;
  if (shown.length > upload.files.length) tally.duplicated.push(name);
  if (shown.length > 0 && shown.length < upload.files.length) tally.halfVisible.push(name);
  if (order.deletion === "acknowledged") {
    if (shown.length > 0) tally.lost.push(`deletion of ${name}`);
  } else if (upload.outcome === "acknowledged") {
    const gone = order.deletion === "unknown" && shown.length === 0;
    if (!gone && shown.join() !== upload.ids.toSorted().join()) tally.lost.push(name);
  } else if (upload.outcome === "refused" && shown.length > 0) tally.halfVisible.push(name);
}

const digestOf = ({ files }: UploadWrite, type: string) => files.find((file) => file.type === type)?.sha256;
