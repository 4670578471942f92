import { latencyOf } from "../../measure/latency.ts";
import { spentBetween } from "../cpu.ts";
import { kinds } from "../queries.ts";
import type { Release, SearchAnswer } from "./release.ts";
import type { Figure } from "./table.ts";

/** The kind of search that has a row of its own in the table. */
const twoWords = "text, two words";

/** V8 compiles what a release executes, before anything is measured. */
const warmUpOfKind = 50;

/** CPU milliseconds of each search of a kind. */
interface KindCosts {
  kind: string;
  today: number[];
  before: number[];
}

/** Sends the same searches to both releases in turns, each once: nothing can answer them from a cache. */
export async function searchCosts(
  count: number,
  { today, before }: Record<"today" | "before", Release>,
): Promise<KindCosts[]> {
  const all = kinds(count + warmUpOfKind);
  for (const path of all.flatMap(({ paths }) => paths.slice(count)))
    for (const release of [today, before]) await release.get(path);
  for (const release of [today, before]) await release.idle();
  const costs: KindCosts[] = [];
  for (const { name, paths } of all) {
    const kind: KindCosts = { kind: name, today: [], before: [] };
    for (const path of paths.slice(0, count)) {
      kind.today.push(await costOf(path, today));
      kind.before.push(await costOf(path, before));
    }
    costs.push(kind);
  }
  return costs;
}

async function costOf(path: string, release: Release): Promise<number> {
  const spent = release.cpu();
  await release.get<SearchAnswer>(path);
  return spentBetween(spent, release.cpu());
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of the searches of two words. */
export function twoWordsFigure(size: number, costs: readonly KindCosts[]): Figure {
  const { today = [], before = [] } = costs.find(({ kind }) => kind === twoWords) ?? {};
  const what = `CPU ms of a search of two words, 50 results, facets, ${size} items`;
  return { what, today: mean(today), before: mean(before), digits: 2 };
}

/** p50 and p99 of each kind, and of all of them. */
export function kindFigures(costs: readonly KindCosts[]): Figure[] {
  const all = {
    kind: "all of them",
    today: costs.flatMap(({ today }) => today),
    before: costs.flatMap(({ before }) => before),
  };
  return [...costs, all].flatMap(({ kind, today, before }) =>
    (["p50", "p99"] as const).map((name) => ({
      what: `${kind}, ${name}`,
      today: latencyOf(today)[name],
      before: latencyOf(before)[name],
      digits: 1,
    })),
  );
}
