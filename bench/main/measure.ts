import { setTimeout as delay } from "node:timers/promises";
import type { Contender } from "./http-contender.ts";
import type { Shape } from "./load.ts";
import { pauseOthers } from "./processes.ts";
import { type Cpu, medianOf, medianRatio, type Sample } from "./sample.ts";

/** The figures of one contender on one path. */
export interface Row {
  path: string;
  title: string;
  contender: string;
  median: Sample;
  /** Requests per second as a share of the limit's in the same rounds. */
  ofLimit: number | undefined;
  /**
   * The share by CPU time: of the limit's process in relation to all processes of this contender but
   * Postgres.
   */
  ofLimitByCpu: number | undefined;
}

interface Field {
  path: string;
  title: string;
  /** The upper bound; the first row of the table. */
  limit: Contender;
  others: readonly Contender[];
}

/** How the contenders of a path are measured. */
export interface Plan {
  rounds: number;
  shape: Shape;
  /**
   * Settling before the first round: each contender answers this many requests, or as many as it can in this
   * time.
   */
  settling: { requests: number; seconds: number };
}

/** Runs the contenders in turns (A B C A B C), so that other work of the machine affects them all. */
export async function measure(
  { path, title, limit, others }: Field,
  { rounds, settling, shape }: Plan,
): Promise<Row[]> {
  const contenders = [limit, ...others];
  for (const contender of contenders) await settle(contender, shape, settling);
  const samples = new Map<Contender, Sample[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const contender of contenders) samples.get(contender)?.push(await alone(contender, shape));
  const ofLimit = samples.get(limit) ?? [];
  return contenders.map((contender) => {
    const own = samples.get(contender) ?? [];
    const median = medianOf(own);
    const itself = contender === limit;
    return {
      path,
      title,
      median,
      contender: contender.name,
      ofLimit: itself ? undefined : medianRatio(own, ofLimit),
      ofLimitByCpu: itself ? undefined : cpuRatio(medianOf(ofLimit).cpu, median.cpu),
    };
  });
}

const partSeconds = 3;

/** V8's optimizing compiler needs tens of thousands of requests, however long they take. */
async function settle(contender: Contender, shape: Shape, { requests, seconds }: Plan["settling"]) {
  const part = { ...shape, seconds: Math.min(partSeconds, seconds) };
  const each = part.warmUpSeconds + part.seconds;
  for (let [sent, took] = [0, 0]; sent < requests && took < seconds; took += each)
    sent += (await alone(contender, part)).perSecond * each;
}

// Requests in flight from the previous round finish first. A process stopped in the middle of one would
// report an outage.
const finishMs = 500;

/** The others are stopped meanwhile: garbage collection after their rounds would be measured here. */
async function alone(contender: Contender, shape: Shape): Promise<Sample> {
  await delay(finishMs);
  const resume = pauseOthers(contender.pids);
  try {
    return await contender.run(shape);
  } finally {
    resume();
  }
}

const cpuRatio = (limit: Cpu, own: Cpu): number | undefined => {
  const used = own.server + own.others;
  return used > 0 ? limit.server / used : undefined;
};
