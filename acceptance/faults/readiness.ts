import { setTimeout as delay } from "node:timers/promises";
import { type Running, servicesOf } from "../product/processes.ts";

/** An answer of a service's `/readyz`. Times are milliseconds of the clock of this process. */
interface Look {
  service: string;
  startedAt: number;
  endedAt: number;
  ready: boolean;
  /** Whether the service answered at all. */
  answered: boolean;
}

/** Polls the readiness of every process. */
export interface Watch {
  /** Whether the latest answer of every process was "ready", and came after this moment. */
  allReadySince(time: number): boolean;
  /** The answers of a service's processes. */
  looksAt(service: string): readonly Look[];
  /** The 99th percentile of the answers' latency. */
  p99(): number;
  stop(): Promise<void>;
}

const everyMs = 200;
const withinMs = 5_000;

/** Starts watching a product. */
export function watchReadiness(dataDir: string): Watch {
  const looks: Look[] = [];
  const newest = new Map<string, Look>();
  let watching = true;
  const loop = async () => {
    while (watching) {
      const seen = await Promise.all(
        runningIn(dataDir).map(async ({ name, url, pid }) => ({ pid, look: await lookAt(name, url) })),
      );
      newest.clear();
      for (const { pid, look } of seen) {
        looks.push(look);
        newest.set(`${look.service} ${pid}`, look);
      }
      await delay(everyMs);
    }
  };
  const done = loop();
  return {
    allReadySince: (time) =>
      newest.size > 0 && [...newest.values()].every(({ ready, startedAt }) => ready && startedAt >= time),
    looksAt: (service) => looks.filter((look) => look.service === service),
    p99() {
      const times = looks
        .filter(({ answered }) => answered)
        .map(({ startedAt, endedAt }) => endedAt - startedAt);
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    },
    async stop() {
      watching = false;
      await done;
    },
  };
}

/** Empty when the product has ended. The code that waits for readiness reports that. */
function runningIn(dataDir: string): Running[] {
  try {
    return servicesOf(dataDir);
  } catch {
    return [];
  }
}

async function lookAt(service: string, url: string): Promise<Look> {
  const startedAt = performance.now();
  const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(withinMs) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => 0,
  );
  return { service, startedAt, endedAt: performance.now(), ready: status === 200, answered: status !== 0 };
}
