import { commandOf, familyOf } from "./processes.ts";

/** CPU time of a contender's processes so far, in microseconds. */
export interface Cpu {
  /** The process that answers clients. */
  server: number;
  /** Processes behind it: services behind the gateway, a service behind a proxy. */
  others: number;
  postgres: number;
}

/** One measured run. Latencies in milliseconds, CPU in microseconds per request. */
export interface Sample {
  perSecond: number;
  p50: number;
  p99: number;
  cpu: Cpu;
}

/**
 * Sums the CPU time of processes with their descendants; `isServer` identifies the process that answers
 * clients.
 */
export function cpuOf(pids: readonly number[], isServer: (command: string, pid: number) => boolean): Cpu {
  const cpu: Cpu = { server: 0, others: 0, postgres: 0 };
  for (const { pid, name, cpu: used } of pids.flatMap(familyOf)) {
    if (name === "postgres") cpu.postgres += used;
    else if (isServer(commandOf(pid), pid)) cpu.server += used;
    else cpu.others += used;
  }
  return cpu;
}

/**
 * CPU time per request between two measurements. A process that ended between them takes its time with it, so
 * that the difference of a server which does next to nothing could be below zero.
 */
export function perRequest(before: Cpu, after: Cpu, count: number): Cpu {
  const between = (part: keyof Cpu): number => Math.max(0, after[part] - before[part]) / count;
  return { server: between("server"), others: between("others"), postgres: between("postgres") };
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The median of each figure separately. */
export const medianOf = (samples: readonly Sample[]): Sample => ({
  perSecond: middle(samples.map(({ perSecond }) => perSecond)),
  p50: middle(samples.map(({ p50 }) => p50)),
  p99: middle(samples.map(({ p99 }) => p99)),
  cpu: {
    server: middle(samples.map(({ cpu }) => cpu.server)),
    others: middle(samples.map(({ cpu }) => cpu.others)),
    postgres: middle(samples.map(({ cpu }) => cpu.postgres)),
  },
});

/** The median of the ratios between two contenders' samples of the same round. */
export const medianRatio = (of: readonly Sample[], to: readonly Sample[]): number =>
  middle(of.map(({ perSecond }, round) => perSecond / (to[round]?.perSecond ?? Number.POSITIVE_INFINITY)));
