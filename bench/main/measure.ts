import { setTimeout as delay } from "node:timers/promises";
import type { Contender } from "./contender.ts";
import type { Shape } from "./load.ts";
import { pauseOthers } from "./processes.ts";
import { type Cpu, medianOf, medianRatio, type Sample } from "./sample.ts";

/** The figures of one contender on one path. */
export interface Row {
  path: string;
  title: string;
  contender: string;
  median: Sample;
  /** Requests per second, in relation to the limit's of the same rounds. */
  ofLimit: number | undefined;
  /** The same by CPU time: what the limit's process needs for a request, in relation to all processes of this one but Postgres. */
  ofLimitByCpu: number | undefined;
}

interface Field {
  path: string;
  title: string;
  /** What nothing can be faster than; the first of the table. */
  limit: Contender;
  others: readonly Contender[];
}

/** How the contenders of a path are measured. */
export interface Plan {
  rounds: number;
  shape: Shape;
  /** Before the first round each is sent so many requests, or as many as it answers within so many seconds. */
  settling: { requests: number; seconds: number };
}

/** Runs the contenders one after the other, again and again, so that what else the machine does meets them all. */
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

/** Compilers at run time are done with a path only after tens of thousands of requests, however long those take. */
async function settle(contender: Contender, shape: Shape, { requests, seconds }: Plan["settling"]) {
  const part = { ...shape, seconds: Math.min(partSeconds, seconds) };
  const each = part.warmUpSeconds + part.seconds;
  for (let [sent, took] = [0, 0]; sent < requests && took < seconds; took += each)
    sent += (await alone(contender, part)).perSecond * each;
}

// What the load of the round before left in flight is answered: to stand still in the middle of it would be an outage.
const finishMs = 500;

/** Nobody else runs meanwhile: what a contender tidies up after its round would be measured with the next one. */
async function alone(contender: Contender, shape: Shape): Promise<Sample> {
  await delay(finishMs);
  const goOn = pauseOthers(contender.pids);
  try {
    return await contender.run(shape);
  } finally {
    goOn();
  }
}

const cpuRatio = (limit: Cpu, own: Cpu): number | undefined => {
  const used = own.server + own.others;
  return used > 0 ? limit.server / used : undefined;
};
