import { setTimeout as delay } from "node:timers/promises";
import { type Answer, type Clients, field, until } from "./clients.ts";

/** Result of asking questions at a steady rate. */
export interface Ledger {
  asked: number;
  /** Counts by status. A 503 without Retry-After is counted separately. */
  statuses: Record<string, number>;
  /** Acknowledged questions that cannot be read back. */
  lost: number;
  /** Longest time from one acknowledged question to the next, in milliseconds. */
  longestGapMs: number;
}

const perSecond = 8;
const aroundMs = 3_000;

/** Asks questions before, during and after `meanwhile`, then reads back every acknowledged one. */
export async function ledgerOf(clients: Clients, meanwhile: () => Promise<unknown>): Promise<Ledger> {
  const ledger: Ledger = { asked: 0, statuses: {}, lost: 0, longestGapMs: 0 };
  const acknowledged: unknown[] = [];
  let last = performance.now();
  const ask = async (n: number) => {
    const json = { item_id: clients.fixture("item_seller2"), text: `Pregunta ${n} de muchas` };
    const answer = await clients.ask("buyer_mla", "/questions", { json });
    count(ledger, answer);
    if (answer.status !== 200 && answer.status !== 201) return;
    acknowledged.push(field(answer.body, "id"));
    ledger.longestGapMs = Math.max(ledger.longestGapMs, Math.round(performance.now() - last));
    last = performance.now();
  };
  const pending: Promise<void>[] = [];
  let over = false;
  const ended = delay(aroundMs)
    .then(meanwhile)
    .then(() => delay(aroundMs))
    .finally(() => {
      over = true;
    });
  while (!over) {
    pending.push(ask(ledger.asked++));
    await delay(1_000 / perSecond);
  }
  await ended;
  await Promise.all(pending);
  for (const id of acknowledged) {
    const read = await until(200, () => clients.ask("buyer_mla", `/questions/${id}?api_version=4`));
    if (read.status !== 200) ledger.lost += 1;
  }
  return ledger;
}

function count({ statuses }: Ledger, { status, retryAfter }: Answer): void {
  const name = status === 503 && retryAfter === null ? "503 without Retry-After" : String(status);
  statuses[name] = (statuses[name] ?? 0) + 1;
}

const announced = ["200", "201", "429", "503"];
/** The port of a single gateway is closed while it is replaced. */
const closed = "0";

/** Whether every question was acknowledged or refused as documented, and none was lost. */
export const isHonest = ({ statuses, lost }: Ledger, { gatewayAway = false } = {}): boolean =>
  lost === 0 &&
  Object.keys(statuses).every((status) => announced.includes(status) || (gatewayAway && status === closed));

/** Clients that read until they are told to stop, with a pause between requests. */
export function readSteadily(clients: Clients, path: string, count: number): () => Promise<void> {
  let going = true;
  const readers = Array.from({ length: count }, async () => {
    while (going) {
      await clients.ask("seller_mla", path);
      await delay(200);
    }
  });
  return async () => {
    going = false;
    await Promise.all(readers);
  };
}
