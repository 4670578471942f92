import { markdownTable } from "../measure/markdown-table.ts";
import type { Row } from "./measure.ts";

const columns = [
  "path",
  "contender",
  "req/s",
  "p50 ms",
  "p99 ms",
  "CPU us/req",
  "+ others",
  "+ Postgres",
  "of the limit",
  "by CPU",
];

/** The results as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ title, contender, median, ofLimit, ofLimitByCpu }) => [
    title,
    contender,
    String(Math.round(median.perSecond)),
    median.p50.toFixed(1),
    median.p99.toFixed(1),
    microseconds(median.cpu.server),
    microseconds(median.cpu.others),
    microseconds(median.cpu.postgres),
    percent(ofLimit),
    percent(ofLimitByCpu),
  ]);
  return markdownTable(columns, lines, 2);
}

// The CPU time of ended database sessions is lost, so a difference may be negative.
const microseconds = (value: number): string => (value <= 0 ? "" : value.toFixed(value < 100 ? 1 : 0));
const percent = (share: number | undefined): string =>
  share === undefined ? "" : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
