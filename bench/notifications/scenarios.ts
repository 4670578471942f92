import { setTimeout as delay } from "node:timers/promises";
import { type Endpoints, now } from "./endpoints.ts";
import type { Stage } from "./stage.ts";

const eventsPerCommit = 100;
let lastResource = 5_036_111_110;
const nextResource = () => {
  lastResource += 1;
  return `/questions/${lastResource}`;
};

/** Deliveries per second of a backlog in the outbox of these users, from its release to the last arrival. */
export async function throughput(stage: Stage, endpoints: Endpoints, users: number[], count: number) {
  const before = endpoints.arrivals.size;
  await stage.holdBack(async () => {
    for (let made = 0; made < count; made += eventsPerCommit) {
      const places = Array.from({ length: eventsPerCommit }, (_, i) => (made + i) % users.length);
      await stage.commit(places.map((place) => ({ resource: nextResource(), userId: users[place] ?? 0 })));
    }
  });
  const began = now();
  await endpoints.hasArrivals(before + count);
  const lastArrival = Math.max(...[...endpoints.arrivals.values()].slice(before));
  return (1000 * count) / (lastArrival - began);
}

/**
 * Milliseconds from the commit of a question to its notification, for the `watched` users, at a steady rate.
 */
export async function latency(
  stage: Stage,
  endpoints: Endpoints,
  plan: { users: number[]; watched: number[]; count: number; everyMs: number },
): Promise<number[]> {
  const committed = new Map<string, number>();
  for (let turn = 0; turn < plan.count; turn++) {
    const userId = plan.users[turn % plan.users.length] ?? 0;
    const resource = nextResource();
    const next = delay(plan.everyMs);
    await stage.commit([{ resource, userId }]);
    if (plan.watched.includes(userId)) committed.set(resource, now());
    await next;
  }
  // Other users' notifications arrive too.
  const isMissing = (resource: string) => !endpoints.arrivals.has(resource);
  while ([...committed.keys()].some(isMissing)) await endpoints.hasArrivals(endpoints.arrivals.size + 1);
  return [...committed].map(([resource, at]) => (endpoints.arrivals.get(resource) ?? Number.NaN) - at);
}

/** The quantile of these values. */
export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN;
