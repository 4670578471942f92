import { readFileSync } from "node:fs";
import { z } from "zod";
import { readResults } from "../measure/results.ts";

const saved = z.object({ command: z.string(), date: z.string() });
const mainResults = saved.extend({
  rows: z.array(
    z.object({
      path: z.string(),
      contender: z.string(),
      perSecond: z.number(),
      cpu: z.object({ server: z.number(), others: z.number(), postgres: z.number() }),
    }),
  ),
});
const rowSizes = saved.extend({
  kinds: z.array(z.object({ title: z.string(), rows: z.number(), indexes: z.number() })),
});
const itemResults = saved.extend({
  rows: z.array(
    z.object({
      name: z.string(),
      items: z.number(),
      serviceMs: z.number(),
      databaseMs: z.number(),
      logBytes: z.number(),
    }),
  ),
});
const serviceTimes = saved.extend({
  paths: z.record(
    z.string(),
    z.object({
      times: z.array(z.tuple([z.number(), z.number()])),
      answerBytes: z.number(),
      logBytes: z.number(),
    }),
  ),
});

/** What one request costs. */
export interface Cost {
  /** CPU milliseconds of the gateway and the services. */
  servicesMs: number;
  databaseMs: number;
  answerBytes: number;
  logBytes: number;
}

/** Reads what the benches saved. */
export function readMeasured() {
  const main = mainResults.parse(readResults("main"));
  const items = itemResults.parse(readResults("items"));
  const sizes = rowSizes.parse(readResults("costs"));
  const times = serviceTimes.parse(readResults("scale"));

  const find = (path: string, contender: string) =>
    main.rows.find((row) => row.path === path && row.contender === contender);
  const row = (path: string, contender: string) => {
    const found = find(path, contender);
    if (!found)
      throw new Error(`bench/main/results.json has no ${path}, ${contender}: run pnpm bench --save`);
    return found;
  };
  const together = ({ cpu }: ReturnType<typeof row>) => (cpu.server + cpu.others) / 1_000;
  /** What a process each costs more than one process, for a request that no cache answers. */
  const hopMs = Math.max(0, together(row("item", "split")) - together(row("item", "one process")));

  /** A path of `pnpm bench`, with a process for each service. */
  const pathCost = (path: string): Cost => {
    const split = find(path, "split");
    const measured = split ?? row(path, "one process");
    const { answerBytes, logBytes } = timesOf(path);
    return {
      servicesMs: together(measured) + (split ? 0 : hopMs),
      databaseMs: measured.cpu.postgres / 1_000,
      answerBytes,
      logBytes,
    };
  };
  const timesOf = (path: string) => {
    const found = times.paths[path];
    if (!found) throw new Error(`bench/scale/results.json has no ${path}: run scale:times --save`);
    return found;
  };
  const itemCost = (name: string): Cost => {
    const found = items.rows.find((row) => row.name.startsWith(name));
    if (!found) throw new Error(`bench/items/results.json has no ${name}: run items --save`);
    return {
      servicesMs: found.serviceMs / found.items + hopMs,
      databaseMs: found.databaseMs / found.items,
      answerBytes: timesOf("item").answerBytes,
      logBytes: found.logBytes / found.items,
    };
  };
  /** Of an upload only the rate is measured, on one core with its database: that bounds what it costs. */
  const uploadCost = (): Cost => ({
    servicesMs: 1_000 / row("upload", "gateway and service").perSecond,
    databaseMs: 0,
    answerBytes: 500,
    logBytes: 0,
  });
  const rowBytes = (title: string) => {
    const found = sizes.kinds.find((kind) => kind.title.startsWith(title));
    if (!found) throw new Error(`bench/costs/results.json has no ${title}: run costs --save`);
    return found.rows + found.indexes;
  };
  return {
    pathCost,
    itemCost,
    uploadCost,
    rowBytes,
    hopMs,
    timesOf: (path: string) => timesOf(path).times,
    sources: [main, sizes, items, times].map(({ command, date }) => `${command} (${date})`),
  };
}

export type Measured = ReturnType<typeof readMeasured>;

/**
 * The longest time without writes after a killed primary, of the table of docs/scaling.md that
 * `pnpm test:scale --only kill` filled.
 */
export function failoverSeconds(
  page = readFileSync(new URL("../../docs/scaling.md", import.meta.url), "utf8"),
): number {
  const row = page.split("\n").find((line) => line.startsWith("|") && line.includes("--only kill"));
  const times = [...(row ?? "").matchAll(/(\d+(?:\.\d+)?) s\b/g)].map(([, seconds]) => Number(seconds));
  if (times.length === 0) throw new Error("docs/scaling.md has no row of --only kill with seconds");
  return Math.max(...times);
}
