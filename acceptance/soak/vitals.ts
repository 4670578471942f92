import { memoryOf, servicesOf } from "../product/processes.ts";
import type { Product } from "../product/product.ts";
import { quantile, slope } from "./numbers.ts";

/** A process under load, and the address of its metrics. */
export interface Watched {
  name: string;
  pid: number;
  metricsUrl: string;
}

/** The product's processes: one, or one per service. Postgres is not measured. */
export function processesOf(product: Product, metricsPort: number, split: boolean): Watched[] {
  const gatewayMetrics = `http://127.0.0.1:${metricsPort}/metrics`;
  if (!split) return [{ name: "marketplace", pid: product.pid, metricsUrl: gatewayMetrics }];
  return servicesOf(product.dataDir).map(({ name, url, pid }) => {
    return { name, pid, metricsUrl: name === "edge-gateway" ? gatewayMetrics : `${url}/metrics` };
  });
}

/** The p99 of the event loop's delay since the last sample, in milliseconds. */
async function loopDelayOf({ metricsUrl }: Watched): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const value = /^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)$/m.exec(text)?.[1];
  if (value === undefined) throw new Error(`${metricsUrl} tells no delay of the event loop`);
  return Number(value) * 1_000;
}

interface Sample {
  /** Hours since the first sample. */
  hours: number;
  memory: number;
  loopDelay: number;
}

/** Summary of a process's samples. */
export interface Vitals {
  /** Megabytes. */
  memoryFirst: number;
  memoryLast: number;
  /** Slope of a line through all samples after the warm-up. */
  memoryMegabytesPerHour: number;
  /** Median and maximum of the p99 of each interval, in milliseconds. */
  loopDelayP99: { typical: number; worst: number };
}

/** Samples processes until it is stopped. */
export class Watch {
  readonly #processes: readonly Watched[];
  readonly #samples = new Map<string, Sample[]>();
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  #look: Promise<void> = Promise.resolve();

  constructor(processes: readonly Watched[], everyMs: number) {
    this.#processes = processes;
    for (const { name } of processes) this.#samples.set(name, []);
    this.#timer = setInterval(() => {
      this.#look = this.#look.then(() => this.#sample());
    }, everyMs);
  }

  /** `warmUp` is the share of the time that the memory's slope ignores. Rejects when a sample failed. */
  async end(warmUp: number): Promise<Record<string, Vitals>> {
    clearInterval(this.#timer);
    this.#look = this.#look.then(() => this.#sample());
    await this.#look;
    return Object.fromEntries([...this.#samples].map(([name, all]) => [name, vitalsOf(all, warmUp)]));
  }

  async #sample(): Promise<void> {
    for (const process of this.#processes) {
      const hours = (performance.now() - this.#began) / 3_600_000;
      const sample = {
        hours,
        memory: memoryOf(process.pid) / 2 ** 20,
        loopDelay: await loopDelayOf(process),
      };
      this.#samples.get(process.name)?.push(sample);
    }
  }
}

function vitalsOf(samples: readonly Sample[], warmUp: number): Vitals {
  const begin = (samples.at(-1)?.hours ?? 0) * warmUp;
  const settled = samples.filter(({ hours }) => hours >= begin);
  const delays = samples.map(({ loopDelay }) => loopDelay);
  return {
    memoryFirst: Math.round(settled[0]?.memory ?? 0),
    memoryLast: Math.round(settled.at(-1)?.memory ?? 0),
    memoryMegabytesPerHour: Math.round(slope(settled.map(({ hours, memory }) => ({ x: hours, y: memory })))),
    loopDelayP99: { typical: Math.round(quantile(delays, 0.5)), worst: Math.round(quantile(delays, 1)) },
  };
}
