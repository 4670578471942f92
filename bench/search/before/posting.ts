import { randomUUID } from "node:crypto";
import { newItems } from "../../items/new-items.ts";
import { spentBetween } from "../cpu.ts";
import type { Release } from "./release.ts";
import type { Figure } from "./table.ts";

const atOnce = 4;
const rounds = 4;
const warmUpItems = 50;
const site = "MLA";
const missing = "POST /items is missing";

/** Work on a number of items. */
interface Cost {
  items: number;
  seconds: number;
  cpuMs: number;
}

export interface Amounts {
  single: number;
  bulk: number;
}

/** Items that sellers list: one by one on both releases in turns, then many in one request. */
export async function postingFigures(
  { single, bulk }: Amounts,
  { today, before }: Record<"today" | "before", Release>,
): Promise<Figure[]> {
  const items = newItems();
  const bodies = (count: number) => Array.from({ length: count }, () => JSON.stringify(items.next().value));
  for (const release of [today, before]) {
    await postEach(release, bodies(warmUpItems));
    await settled(release);
  }
  const costs: Record<"today" | "before", Cost[]> = { today: [], before: [] };
  for (let round = 0; round < rounds; round += 1) {
    const same = bodies(Math.ceil(single / rounds));
    for (const [name, release] of [
      ["today", today],
      ["before", before],
    ] as const)
      costs[name].push(await costOfEach(release, same));
  }
  const lines = bodies(bulk).map((body) => `${body}\n`);
  const inBulk = { today: await postAll(today, lines), before: await postAll(before, lines) };
  return [
    ...figuresOf(
      `posted one by one, ${atOnce} at once, until found`,
      sumOf(costs.today),
      sumOf(costs.before),
    ),
    ...figuresOf("posted in bulk, until found", inBulk.today, inBulk.before),
  ];
}

async function postEach(release: Release, bodies: readonly string[]): Promise<void> {
  const left = [...bodies];
  const sender = async () => {
    for (let body = left.pop(); body !== undefined; body = left.pop())
      if ((await release.post("/items", "application/json", body)) === undefined) throw new Error(missing);
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
}

/** What is left to do for items that were posted counts as well, so it ends with one more that is found. */
const costOfEach = (release: Release, bodies: readonly string[]): Promise<Cost> =>
  costOf(release, bodies.length + 1, async () => {
    await postEach(release, bodies);
    await settled(release);
  });

/** `undefined` when the release has no bulk path. */
async function postAll(release: Release, lines: readonly string[]): Promise<Cost | undefined> {
  const seller = release.product.sandbox.users.seller_mla.id;
  await settled(release);
  const found = await release.found(site, seller);
  let text: string | undefined;
  const cost = await costOf(release, lines.length, async () => {
    text = await release.post("/items/bulk", "application/x-ndjson", lines.join(""));
    if (text !== undefined) await release.untilFound(site, seller, found + lines.length);
  });
  if (text === undefined) return undefined;
  const created = text.split('"code":201').length - 1;
  if (created !== lines.length) throw new Error(`${created} of ${lines.length} lines: ${text.slice(0, 500)}`);
  return cost;
}

/** Posts an item and waits until searches find it, and with it all that was stored earlier. */
export async function settled(release: Release): Promise<void> {
  const body = { ...newItems().next().value, title: `Control ${randomUUID()}` };
  const posted = await release.post("/items", "application/json", JSON.stringify(body));
  if (posted === undefined) throw new Error(missing);
  await release.untilFirst(site, body.title, JSON.parse(posted).id);
}

async function costOf(release: Release, items: number, work: () => Promise<void>): Promise<Cost> {
  const [cpuBefore, startedAt] = [release.cpu(), performance.now()];
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  return { items, seconds, cpuMs: spentBetween(cpuBefore, release.cpu()) };
}

const sumOf = (costs: readonly Cost[]): Cost =>
  costs.reduce((sum, each) => ({
    items: sum.items + each.items,
    seconds: sum.seconds + each.seconds,
    cpuMs: sum.cpuMs + each.cpuMs,
  }));

function figuresOf(how: string, today: Cost | undefined, before: Cost | undefined): Figure[] {
  const figure = (what: string, digits: number, of: (cost: Cost) => number): Figure => ({
    what,
    today: today && of(today),
    before: before && of(before),
    digits,
  });
  return [
    figure(`items a second, ${how}`, 0, ({ items, seconds }) => items / seconds),
    figure(`CPU ms of an item ${how}`, 2, ({ items, cpuMs }) => cpuMs / items),
  ];
}
