import { setTimeout as delay } from "node:timers/promises";
import { servicesOf } from "../product/processes.ts";
import { checkItem } from "./check-item.ts";
import { checkOrders } from "./check-orders.ts";
import { checkQuestions } from "./check-questions.ts";
import type { Fault } from "./faults.ts";
import { startLoad, type Writing } from "./load.ts";
import { type Watch, watchReadiness } from "./readiness.ts";
import { becomesTrue, retryKeyed, timeoutMs } from "./settle.ts";

/** A product and its running writers. */
export interface Trial {
  dataDir: string;
  writing: Writing;
  /** How long a fault lasts, in milliseconds. */
  lastsMs: number;
}

/** Runs one fault, from the first write before it until every acknowledged write was read back. */
export async function runPhase(trial: Trial, fault: Fault): Promise<void> {
  const { dataDir, writing, lastsMs } = trial;
  const { tally, ledger } = writing;
  const before = { orders: ledger.orders.length, failures: tally.failures.length };
  const watch = watchReadiness(dataDir);
  const load = startLoad(writing);
  // The seed chooses the moment of the fault, independently of the writes.
  await delay(500 + 1_000 * writing.random());
  const injectedAt = performance.now();
  await fault.inject();
  tally.faults += 1;
  if (fault.heal) await delay(fault.lasts?.(lastsMs) ?? lastsMs);
  const healedAt = performance.now();
  if (fault.heal) noteReadiness(writing, fault, { watch, from: injectedAt, to: healedAt });
  await fault.heal?.();
  // Recovery begins with the injection for a fault that ends by itself, and has ended with it for a restart.
  const since = fault.heal || fault.flawless ? healedAt : injectedAt;
  const seconds = await waitForRecovery(writing, fault, { watch, since });
  // Writes go on for a moment after the recovery.
  await delay(500);
  await load.stop();
  await watch.stop();
  tally.readinessP99Ms = Math.max(tally.readinessP99Ms, watch.p99());
  const failures = tally.failures.slice(before.failures);
  tally.recoveries.push({ fault: fault.name, seconds, failed: failures.length });
  if (fault.flawless) tally.failedInRestarts.push(...failures);
  if (fault.failsRequests && failures.length === 0) tally.withoutEffect.push(fault.name);
  await retryKeyed(writing);
  await checkQuestions(writing);
  await checkItem(writing);
  await checkOrders(writing, ledger.orders.slice(before.orders));
  await checkOutboxes(trial, fault.name);
}

interface Stretch {
  watch: Watch;
  from: number;
  to: number;
}

/** No service may be ready while its dependency is down. A check that began earlier may still say so. */
function noteReadiness({ tally }: Writing, { name, unready }: Fault, { watch, from, to }: Stretch): void {
  for (const service of unready) {
    const looks = watch
      .looksAt(service)
      .filter(({ startedAt, endedAt }) => startedAt > from + 100 && endedAt < to);
    // The delay is not counted, because checks on a busy machine start late. That the service becomes unready
    // is.
    const wrong = looks.slice(Math.floor(looks.length / 2)).filter(({ ready }) => ready).length;
    if (wrong > 0 || looks.length === 0)
      tally.wrongReadiness.push(`${name}: ${service} ready in ${wrong} of ${looks.length} looks`);
  }
}

/** Waits until every service is ready again; returns the seconds that it took. */
async function waitForRecovery(
  { tally }: Writing,
  fault: Fault,
  { watch, since }: { watch: Watch; since: number },
): Promise<number> {
  const recovered = await becomesTrue(async () => (await fault.recovered?.()) ?? true);
  // A service that was checked before the fault proves nothing.
  const recoveredAt = performance.now();
  const ready = recovered && (await becomesTrue(() => watch.allReadySince(recoveredAt)));
  if (!ready) tally.wrongReadiness.push(`${fault.name}: not all ready within ${timeoutMs} ms`);
  return (performance.now() - since) / 1_000;
}

const withOutbox = new Set(["questions-service", "invoices-service", "orders-service", "flex-service"]);

/** Waits until every outbox is empty. */
async function checkOutboxes({ dataDir, writing }: Trial, after: string): Promise<void> {
  const waiting = async () => {
    const services = servicesOf(dataDir).filter(({ name }) => withOutbox.has(name));
    const counts = await Promise.all(services.map(({ url }) => waitingAt(url)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  if (!(await becomesTrue(async () => (await waiting()) === 0)))
    writing.tally.undrained.push(`outboxes after ${after}: ${await waiting()} events`);
}

async function waitingAt(url: string): Promise<number> {
  const text = await fetch(`${url}/metrics`).then((answer) => answer.text());
  const value = /^outbox_waiting_events(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1];
  // A service that does not show the metric could not query its database.
  return value === undefined ? Number.NaN : Number(value);
}
