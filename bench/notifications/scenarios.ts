import { setTimeout as delay } from "node:timers/promises";
import { type Endpoints, now } from "./endpoints.ts";
import type { Stage } from "./stage.ts";

export interface Latencies {
  p50: number;
  p95: number;
}

let lastResource = 5_036_111_110;
const nextResource = () => {
  lastResource += 1;
  return `/questions/${lastResource}`;
};

/** Deliveries per second, from the first commit to the last arrival, spread over these users' applications. */
export async function throughput(stage: Stage, endpoints: Endpoints, users: number[], count: number) {
  const before = endpoints.arrivals.size;
  const began = now();
  const perCommit = 100;
  for (let made = 0; made < count; made += perCommit) {
    const events = Array.from({ length: perCommit }, (_, i) => ({
      resource: nextResource(),
      userId: users[(made + i) % users.length] ?? 0,
    }));
    await stage.commit(events);
  }
  await endpoints.hasArrivals(before + count);
  const lastArrival = Math.max(...[...endpoints.arrivals.values()].slice(before));
  return (1000 * count) / (lastArrival - began);
}

/**
 * Milliseconds from the commit of a question to the arrival of its notification, for the users who are `watched`, at a
 * steady pace.
 */
export async function latency(
  stage: Stage,
  endpoints: Endpoints,
  plan: { users: number[]; watched: number[]; count: number; everyMs: number },
): Promise<Latencies> {
  const committed = new Map<string, number>();
  const before = endpoints.arrivals.size;
  for (let turn = 0; turn < plan.count; turn++) {
    const userId = plan.users[turn % plan.users.length] ?? 0;
    const resource = nextResource();
    const next = delay(plan.everyMs);
    await stage.commit([{ resource, userId }]);
    if (plan.watched.includes(userId)) committed.set(resource, now());
    await next;
  }
  await endpoints.hasArrivals(before + committed.size);
  const times = [...committed].map(([resource, at]) => (endpoints.arrivals.get(resource) ?? Number.NaN) - at);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN;
