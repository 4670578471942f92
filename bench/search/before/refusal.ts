import { existsSync } from "node:fs";
import { messageOf } from "@marketplace/conventions";
import { readJudgedSet } from "@marketplace/search-index/relevance";
import { ownSets } from "./relevance.ts";

/** What the command line asks for, as text. */
export interface Asked {
  sizes: readonly string[];
  count: string;
  single: string;
  bulk: string;
  site: string;
  judged?: string | undefined;
  /** Empty when prediction is not asked for. */
  titles: string;
}

/** Why a run could not succeed, in one line: a checkout and fills take minutes before it would fail. */
export function refusalOf({ sizes, count, single, bulk, site, judged, titles }: Asked): string | undefined {
  for (const [name, text] of [
    ...sizes.map((size) => ["a size", size]),
    ["--count", count],
    ["--single", single],
    ["--bulk", bulk],
  ])
    if (!/^[1-9]\d*$/.test(text ?? "")) return `${name} is no whole number above 0: "${text}"`;
  const sites = ownSets.map((set) => set.site);
  if (!sites.includes(site)) return `--site is one of ${sites.join(" and ")}, not "${site}"`;
  if (titles !== "" && !existsSync(titles)) return `there is no folder of titles ${titles}`;
  if (judged === undefined) return undefined;
  try {
    readJudgedSet(judged);
    return undefined;
  } catch (error) {
    return `--judged ${judged} is no judged set: ${messageOf(error)}`;
  }
}
