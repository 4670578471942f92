import { createSerial } from "@marketplace/server";
import { item } from "../src/conformance/items.ts";
import { createOpenSearchIndex, type OpenSearchIndex } from "../src/opensearch/opensearch-index.ts";
import type { TestCluster } from "../test-server/cluster.ts";
import { type Drill, drillsOf } from "./drills.ts";
import { Feeder, wrongAbout } from "./feeder.ts";
import { type Seen, sellerOfSteady, startLoad } from "./load.ts";

interface Settings {
  seconds: number;
  items: number;
  only: string;
}

const words = ["mesa", "silla", "lampara", "heladera", "bicicleta"];
const blockSize = 1_000;

/** Runs the drills one after the other, prints what clients saw, and returns what should not have been. */
export async function drillAll(cluster: TestCluster, { seconds, items, only }: Settings): Promise<string[]> {
  const prefix = `drill-${crypto.randomUUID().slice(0, 8)}`;
  const opened: OpenSearchIndex[] = [];
  /** As a process of its own would have it. */
  const open = async (): Promise<OpenSearchIndex> => {
    const index = createOpenSearchIndex({
      nodes: cluster.nodes.map(({ url }) => url),
      prefix,
      replicas: 1,
      settingsOf: () => ({ language: "es" }),
    });
    opened.push(index);
    await index.reload();
    return index;
  };
  const [writer, reader, copier] = [await open(), await open(), await open()];
  const totals = await fill(writer, items);
  await cluster.whole();
  // Where catalog-service has a lock in Postgres.
  const inTurn = createSerial();
  const feeder = new Feeder({ index: writer, reader, inTurn, random: Math.random });
  const stage: Stage = { cluster, prefix, reader, feeder, totals };
  const chosen = drillsOf({ cluster, copier, inTurn, prefix, seconds }).filter(({ name }) =>
    name.includes(only),
  );
  if (chosen.length === 0) throw new Error(`no drill is called ${only}`);
  const problems: string[] = [];
  for (const drill of chosen) {
    const found = await run(drill, stage);
    for (const problem of found) say(`  FAILED: ${problem}`);
    problems.push(...found);
  }
  for (const index of opened) await index.close();
  return problems;
}

/** Items that stay, whose number by word never changes. */
async function fill(index: OpenSearchIndex, count: number): Promise<Map<string, number>> {
  const totals = new Map<string, number>();
  for (let from = 1; from <= count; from += blockSize) {
    const put = Array.from({ length: Math.min(blockSize, count - from + 1) }, (_, at) => {
      const no = from + at;
      const word = words[no % words.length] ?? "";
      totals.set(word, (totals.get(word) ?? 0) + 1);
      return item(no, { title: `${word} numero ${no}`, sellerId: sellerOfSteady, price: no / 100 });
    });
    await index.apply({ put, remove: [], cursor: "0" });
  }
  return totals;
}

interface Stage {
  cluster: TestCluster;
  prefix: string;
  reader: OpenSearchIndex;
  feeder: Feeder;
  totals: ReadonlyMap<string, number>;
}

async function run(drill: Drill, { cluster, prefix, reader, feeder, totals }: Stage): Promise<string[]> {
  say(drill.name);
  const load = startLoad({ reader, feeder, totals, random: Math.random });
  let wholeSeconds = 0;
  let failure: unknown;
  try {
    await drill.begin();
  } catch (error) {
    failure = error;
  }
  const endedAt = performance.now();
  try {
    await drill.end();
    await cluster.whole();
    wholeSeconds = (performance.now() - endedAt) / 1_000;
  } catch (error) {
    failure ??= error;
  }
  const seen = await load.stop();
  const lost: string[] = [];
  for (const fed of feeder.fed.values()) {
    const wrong = await wrongAbout(fed, reader);
    if (wrong) lost.push(wrong);
  }
  const differing = await cluster.differing(prefix);
  report(seen, { lost, wholeSeconds });
  const found = {
    "searches failed": seen.failed,
    "wrong totals": seen.wrong,
    "not found by the next search": seen.stale,
    lost,
    "copies differ": differing,
    "drill failed": failure === undefined ? [] : [String(failure)],
    "nothing was asked": seen.searches > 0 && seen.applied > 0 ? [] : ["no search, or no change"],
  };
  return Object.entries(found).flatMap(([what, [first, ...more]]) =>
    first === undefined ? [] : [`${drill.name}: ${what}: ${more.length + 1}, the first ${first}`],
  );
}

function report(seen: Seen, { lost, wholeSeconds }: { lost: string[]; wholeSeconds: number }): void {
  const { searches, failed, wrong, took, gap, applied, repeated, slowestChange, stale } = seen;
  const sorted = took.toSorted((a, b) => a - b);
  const quantile = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
  const slowest = Math.round(sorted.at(-1) ?? 0);
  say(
    `  searches ${searches}, failed ${failed.length}, wrong totals ${wrong.length}; p50 ${quantile(0.5)} ms, ` +
      `p99 ${quantile(0.99)} ms, slowest ${slowest} ms, longest time without one ${gap.toFixed(1)} s`,
  );
  say(
    `  changes ${applied}, sent again ${repeated.length}, slowest ${slowestChange.toFixed(1)} s, lost ${lost.length}, ` +
      `not found by the next search ${stale.length}; every copy there again after ${wholeSeconds.toFixed(1)} s`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
