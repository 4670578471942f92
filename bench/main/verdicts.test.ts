import { expect, test } from "vitest";
import type { Row } from "./measure.ts";
import { verdicts } from "./verdicts.ts";

const row = (path: string, contender: string, figures: { ofLimit?: number; p99?: number }): Row => ({
  path,
  title: path,
  contender,
  median: { perSecond: 100, p50: 1, p99: figures.p99 ?? 1, cpu: { server: 0, others: 0, postgres: 0 } },
  ofLimit: figures.ofLimit,
  ofLimitByCpu: undefined,
});
const starts = { warmStartMs: 1_000, idleMiB: 200 };
const missed = (rows: readonly Row[]) =>
  verdicts(rows, starts).flatMap(({ text, holds }) => (holds ? [] : [text]));

test("a floor is missed by a lower share, by a longer p99, and by a row that is not there", () => {
  const discovery = row("discovery", "one process", { ofLimit: 0.17, p99: 26 });
  expect(missed([discovery, row("item", "one process", { ofLimit: 0.15 })])).toEqual([
    "discovery, one process: at least 18 % of the limit",
    "discovery, one process: p99 below 25 ms",
    "item/split: at least 5 % of the limit (not measured)",
    "item/split: p99 below 25 ms (not measured)",
    "idle memory below 150 MiB",
  ]);
});

test("a rival that could not be started is compared with by no floor", () => {
  const rows = ["one process", "split"].map((name) => row("category", name, { ofLimit: 0.5 }));
  expect(missed(rows)).toEqual(["idle memory below 150 MiB"]);
  const faster = { ...row("category", "Prism", {}), median: { ...row("", "", {}).median, perSecond: 34 } };
  expect(missed([...rows, faster])).toContain("category, one process: at least 3 times Prism");
});
