import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../../scripts/command-line.ts";
import { type Product, startProduct } from "../main/product.ts";
import { inMs, type Latency, latencyOf } from "../measure/latency.ts";

const usage = `Usage: node purchases/run.ts [--rounds 10] [--check]

Measures the latency of another user while sixty keyed purchases arrive at once, on the product in one process.

  --rounds N  how often (10)
  --check     exits with 1 when a p99 is over 200 ms`;
const { values } = commandLine(usage, {
  options: { rounds: { type: "string", default: "10" }, check: { type: "boolean", default: false } },
});
const atOnce = 60;
const readers = 4;
const longestP99 = 200;

interface Person {
  id: number;
  access_token: string;
}

type Ask = (as: Person, path: string, order?: { body: unknown; key: string }) => Promise<Response>;

const asking =
  (url: string): Ask =>
  (as, path, order) =>
    fetch(url + path, {
      headers: {
        Authorization: `Bearer ${as.access_token}`,
        ...(order && { "Content-Type": "application/json", "Idempotency-Key": order.key }),
      },
      ...(order && { method: "POST", body: JSON.stringify(order.body) }),
    });

/** An item with stock for every purchase of a round. */
async function newItem(ask: Ask, seller: Person, like: string, key: string): Promise<string> {
  // GET /items/{id} declares these fields.
  const model = (await (await ask(seller, `/items/${like}`)).json()) as Record<string, unknown>;
  const { title, category_id, currency_id, price } = model;
  const attributes = (model.attributes as { id: string; value_id: unknown; value_name: unknown }[]).map(
    ({ id, value_id, value_name }) => ({ id, value_id, value_name }),
  );
  const body = {
    title,
    category_id,
    currency_id,
    price,
    attributes,
    condition: "new",
    available_quantity: atOnce,
    shipping: { mode: "me2" },
  };
  const answer = await ask(seller, "/items", { body, key });
  if (answer.status !== 201) throw new Error(`no item: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Latencies in milliseconds of another user until `work` ends; throws when a request fails. */
async function readBeside(ask: Ask, reader: Person, paths: readonly string[], work: Promise<unknown>) {
  let over = false;
  const took: number[] = [];
  const read = async (first: number) => {
    for (let n = first; !over; n += 1) {
      const startedAt = performance.now();
      const answer = await ask(reader, paths[n % paths.length] ?? "");
      await answer.arrayBuffer();
      took.push(performance.now() - startedAt);
      if (answer.status !== 200) throw new Error(`a reader got ${answer.status}`);
    }
  };
  const reading = Promise.all(Array.from({ length: readers }, (_, n) => read(n)));
  await work.finally(() => {
    over = true;
  });
  await reading;
  return took;
}

async function purchases(ask: Ask, buyer: Person, item: string, keys: readonly string[]): Promise<void> {
  const body = { items: [{ id: item, quantity: 1 }] };
  const answers = await Promise.all(keys.map((key) => ask(buyer, "/orders", { body, key })));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const refused = answers.find(({ status }) => status !== 201);
  if (refused) throw new Error(`a purchase got ${refused.status}: ${texts[answers.indexOf(refused)]}`);
  const made = new Set(texts).size;
  if (made !== new Set(keys).size) throw new Error(`${new Set(keys).size} keys made ${made} purchases`);
}

const row = (name: string, { p50, p99, runs }: Latency, most: number, ms: number): string =>
  `${name.padEnd(36)} ${inMs(p50)} ${inMs(p99)} ${inMs(most)}  ${String(runs).padStart(6)} ${inMs(ms)}`;

async function measureOn({ url, sandbox }: Product): Promise<boolean> {
  const ask = asking(url);
  const { seller_mla: seller, buyer_mla: buyer } = sandbox.users;
  const { item_active: item } = sandbox.fixtures;
  const paths = [
    `/items/${item}`,
    "/users/me",
    `/questions/search?item=${item}`,
    "/sites/MLA/search?q=celular",
  ];
  const kinds = {
    "sixty purchases, a key each": (round: string) => (n: number) => `${round}-${n}`,
    "sixty repetitions of one purchase": (round: string) => () => round,
  };
  console.log(
    `${"reads of another user beside".padEnd(36)}        p50        p99       most   reads  all bought in`,
  );
  let holds = true;
  for (const [name, keyOf] of Object.entries(kinds)) {
    const [took, lasted]: [number[], number[]] = [[], []];
    for (let round = -1; round < Number(values.rounds); round += 1) {
      const own = await newItem(ask, seller, item, `${name.replaceAll(" ", "-")}-item-${round}`);
      const keys = Array.from({ length: atOnce }, (_, n) => keyOf(`${own}-${round}`)(n));
      const startedAt = performance.now();
      const times = await readBeside(ask, seller, paths, purchases(ask, buyer, own, keys));
      // The first round warms the code up.
      if (round < 0) continue;
      took.push(...times);
      lasted.push(performance.now() - startedAt);
    }
    const latency = latencyOf(took);
    holds &&= latency.p99 < longestP99;
    console.log(row(name, latency, Math.max(...took), latencyOf(lasted).p50));
  }
  return holds;
}

const dataDir = mkdtempSync(join(tmpdir(), "bench-purchases-"));
const product = await startProduct(dataDir, "one process");
try {
  const holds = await measureOn(product);
  if (values.check && !holds) process.exitCode = 1;
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
