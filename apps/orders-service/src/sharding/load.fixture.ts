import { query } from "@marketplace/database/testing";
import { systemClock } from "@marketplace/server";
import { inEach } from "@marketplace/sharding";
import { returnAbandoned } from "../orders/purchases.service.ts";
import {
  buyAt,
  messageOf,
  type OrderJson,
  type OrdersProcess,
  type Site,
  type sharedWorld,
  sides,
  talkOf,
} from "./shards.fixture.ts";

/** A sale and its payment. */
export interface Paid {
  id: number;
  payment: number;
}

/** What clients were told. */
export interface Seen {
  /** Sites of the orders that were bought, by their ids. */
  sold: Map<number, Site>;
  /** Orders of which a part was given back, that were noted down, and that have a message. */
  refunded: Set<number>;
  noted: Set<number>;
  written: Set<number>;
  wrong: unknown[];
  latest: number;
  /** How long no client bought anything of the site that moves, and how long the longest round took. */
  longestPauseMs: number;
  longestMs: number;
}

export const nothingSeen = (): Seen => ({
  sold: new Map(),
  refunded: new Set(),
  noted: new Set(),
  written: new Set(),
  wrong: [],
  latest: performance.now(),
  longestPauseMs: 0,
  longestMs: 0,
});

export const acknowledged = ({ sold, refunded, noted, written }: Seen): number =>
  sold.size + refunded.size + noted.size + written.size;

/** Buys, by a key that is repeated in another process every third time. */
async function bought(
  siteId: Site,
  { here, there }: { here: OrdersProcess; there: OrdersProcess },
  { key, seen }: { key: string | undefined; seen: Seen },
): Promise<OrderJson | undefined> {
  if (key === undefined) {
    const [order] = await buyAt(siteId, here).catch((error: unknown) => {
      seen.wrong.push(["buy", String(error)]);
      return [undefined];
    });
    return order;
  }
  const { item, buyer } = sides[siteId];
  const request = {
    as: buyer,
    body: { items: [{ id: item, quantity: 1 }] },
    headers: { "idempotency-key": key },
  };
  const [one, two] = await Promise.all([here, there].map(({ http }) => http.post("/orders", request)));
  if (one?.status !== 201 || one.text !== two?.text) seen.wrong.push(["key", one?.text, two?.text]);
  return one?.status === 201 ? one.json<{ orders: OrderJson[] }>().orders[0] : undefined;
}

/** Writes to the buyer of a sale, notes it down and gives a part back, and reads that in another process. */
async function work(
  siteId: Site,
  { id, payment }: Paid,
  { here, there, seen }: { here: OrdersProcess; there: OrdersProcess; seen: Seen },
): Promise<void> {
  const { seller: as } = sides[siteId];
  const message = await here.http.post(talkOf(siteId, id), { as, body: messageOf(siteId, "seller") });
  if (message.status === 201) seen.written.add(id);
  else seen.wrong.push(["message", message.text]);
  const note = await there.http.post(`/orders/${id}/notes`, { as, body: { note: "factura A" } });
  if (note.status === 201) seen.noted.add(id);
  else seen.wrong.push(["note", note.text]);
  const refund = await here.http.post(`/payments/${payment}/refunds`, { as, body: { amount: 1 } });
  if (refund.status === 201) seen.refunded.add(id);
  else seen.wrong.push(["refund", refund.text]);
  const order = (await there.http.get(`/orders/${id}`, { as })).json<OrderJson>();
  if (order.payments[0]?.transaction_amount_refunded !== 1) seen.wrong.push(["read", order.payments]);
  const notes = await here.http.get(`/orders/${id}/notes`, { as });
  if (!notes.text.includes("factura A")) seen.wrong.push(["notes", notes.text]);
  const talk = await there.http.get(`${talkOf(siteId, id)}?mark_as_read=false`, { as });
  if (!talk.text.includes('"total":1')) seen.wrong.push(["talk", talk.text]);
}

interface Client {
  index: number;
  processes: readonly [OrdersProcess, OrdersProcess];
  /** Sales that were there before; each is worked on once. */
  old?: Paid[];
  seen: Seen;
  running: () => boolean;
}

/** Buys and works on sales, one after the other until told to stop. */
export async function client({ index, processes, old = [], seen, running }: Client): Promise<void> {
  for (let round = 0; running() && round < 100_000; round++) {
    const [one, two] = processes;
    const [here, there] = (index + round) % 2 ? [one, two] : [two, one];
    const since = performance.now();
    const siteId: Site = round % 4 === 3 ? "MLB" : "MLA";
    const key = round % 3 ? undefined : `${index}-${round}`;
    const order = await bought(siteId, { here, there }, { key, seen });
    if (order) {
      seen.sold.set(order.id, siteId);
      if (siteId === "MLA") {
        seen.longestPauseMs = Math.max(seen.longestPauseMs, performance.now() - seen.latest);
        seen.latest = performance.now();
      }
      const paid = { id: order.id, payment: order.payments[0]?.id ?? 0 };
      await work(siteId, paid, { here, there, seen });
    }
    const earlier = old.pop();
    if (earlier) await work("MLA", earlier, { here, there, seen });
    seen.longestMs = Math.max(seen.longestMs, performance.now() - since);
  }
}

interface Stored {
  id: number;
  site: Site;
  refunds: number;
  notes: number;
  messages: number;
}

type World = Awaited<ReturnType<typeof sharedWorld>>;

/** Orders that clients bought, and of which nobody has been notified. */
export function untold({ published }: World, { sold }: Seen): number[] {
  const told = new Set(published.map(({ resource }) => resource));
  return [...sold.keys()].filter((id) => !told.has(`/orders/${id}`));
}

/** What databases hold of orders that clients saw, against what these were told. */
export async function compared(urls: readonly string[], seen: Seen) {
  const known = [...new Set([...seen.sold.keys(), ...seen.refunded])];
  const rows = await Promise.all(
    urls.map((url) =>
      query<Stored>(
        url,
        `SELECT o.id::float8 AS id, o.site_id AS site,
           (SELECT count(*)::int FROM refunds r JOIN payments p ON p.id = payment_id WHERE p.order_id = o.id) AS refunds,
           (SELECT count(*)::int FROM notes WHERE subject_id = o.id) AS notes,
           (SELECT count(*)::int FROM messages WHERE pack_id = o.id) AS messages
         FROM orders o WHERE o.id = ANY ($1::bigint[]) OR o.purchase_id IS NOT NULL`,
        [known],
      ),
    ),
  );
  const stored = rows.flat();
  const byId = new Map(stored.map((row) => [row.id, row]));
  const told = [
    [[...seen.sold.keys()], (row: Stored) => Number(row.site === seen.sold.get(row.id))],
    [seen.refunded, ({ refunds }: Stored) => refunds],
    [seen.noted, ({ notes }: Stored) => notes],
    [seen.written, ({ messages }: Stored) => messages],
  ] as const;
  const counts = told.flatMap(([ids, countOf]) =>
    [...ids].map((id) => [id, byId.has(id) ? countOf(byId.get(id) as Stored) : 0] as const),
  );
  const twice = stored.length - byId.size + stored.filter(({ id }) => !known.includes(id)).length;
  return {
    lost: counts.filter(([, count]) => count === 0),
    duplicated: twice + counts.filter(([, count]) => count > 1).length,
  };
}

/** Units that were taken from the catalog and are in no order. */
export async function unitsAstray(
  { catalog }: World,
  { deps }: OrdersProcess,
  urls: readonly string[],
): Promise<number> {
  // What a purchase holds that a move cut off goes back when it is two minutes old.
  const later = { ...systemClock, now: () => new Date(Date.now() + 300_000) };
  await inEach(deps, (of) => returnAbandoned({ ...of, systemClock: later }));
  const ofItems =
    "SELECT sum(quantity)::int AS n FROM orders WHERE purchase_id IS NOT NULL AND stock <> 'returned'";
  const held = await Promise.all(urls.map((url) => query<{ n: number | null }>(url, ofItems)));
  const taken = [sides.MLA.item, sides.MLB.item].map((item) => 1_000_000 - (catalog.stockOf(item) ?? 0));
  return taken.reduce((sum, n) => sum + n, 0) - held.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
}
