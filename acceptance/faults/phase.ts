import { setTimeout as delay } from "node:timers/promises";
import { servicesOf } from "../product/processes.ts";
import { checkItem } from "./check-item.ts";
import { checkOrders } from "./check-orders.ts";
import { checkQuestions } from "./check-questions.ts";
import type { Fault } from "./faults.ts";
import { startLoad, type Writing } from "./load.ts";
import { type Watch, watchReadiness } from "./readiness.ts";
import { becomesTrue, patienceMs, retryKeyed } from "./settle.ts";

/** A product and what is written to it. */
export interface Trial {
  dataDir: string;
  writing: Writing;
  /** How long a fault lasts, in milliseconds. */
  lastsMs: number;
}

/** One fault, from the first write before it until everything that was acknowledged was read back. */
export async function runPhase(trial: Trial, fault: Fault): Promise<void> {
  const { dataDir, writing, lastsMs } = trial;
  const { tally, ledger } = writing;
  const before = { orders: ledger.orders.length, failures: tally.failures.length };
  const watch = watchReadiness(dataDir);
  const load = startLoad(writing);
  // The fault comes at a moment that the seed chooses, not one that the writes choose.
  await delay(500 + 1_000 * writing.random());
  const injectedAt = performance.now();
  await fault.inject();
  tally.faults += 1;
  if (fault.heal) await delay(fault.lasts?.(lastsMs) ?? lastsMs);
  const healedAt = performance.now();
  if (fault.heal) noteReadiness(writing, fault, { watch, from: injectedAt, to: healedAt });
  await fault.heal?.();
  // A fault that mends itself is being mended from its beginning; a restart has ended when its injection has.
  const since = fault.heal || fault.flawless ? healedAt : injectedAt;
  const seconds = await recovered(writing, fault, { watch, since });
  // What comes right after a recovery is asked as well.
  await delay(500);
  await load.stop();
  await watch.stop();
  tally.readinessP99Ms = Math.max(tally.readinessP99Ms, watch.p99());
  const failures = tally.failures.slice(before.failures);
  tally.recoveries.push({ fault: fault.name, seconds, failed: failures.length });
  if (fault.flawless) tally.failedInRestarts.push(...failures);
  if (fault.felt && failures.length === 0) tally.notFelt.push(fault.name);
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

/** While a dependency is out nobody who needs it calls himself ready; a check that had begun before may still say so. */
function noteReadiness({ tally }: Writing, { name, unready }: Fault, { watch, from, to }: Stretch): void {
  for (const service of unready) {
    const looks = watch
      .looksAt(service)
      .filter(({ startedAt, endedAt }) => startedAt > from + 100 && endedAt < to);
    // How soon it notices is no count: on a busy machine the first looks may end before. That it then says so is.
    const lies = looks.slice(Math.floor(looks.length / 2)).filter(({ ready }) => ready).length;
    if (lies > 0 || looks.length === 0)
      tally.readinessLies.push(`${name}: ${service} ready in ${lies} of ${looks.length} looks`);
  }
}

/** Waits until everybody is ready again; answers for how many seconds. */
async function recovered(
  { tally }: Writing,
  fault: Fault,
  { watch, since }: { watch: Watch; since: number },
): Promise<number> {
  const mended = await becomesTrue(async () => (await fault.mended?.()) ?? true);
  // Who was ready before the fault was felt says nothing.
  const mendedAt = performance.now();
  const ready = mended && (await becomesTrue(() => watch.allReadySince(mendedAt)));
  if (!ready) tally.readinessLies.push(`${fault.name}: not all ready within ${patienceMs} ms`);
  return (performance.now() - since) / 1_000;
}

const withOutbox = new Set(["questions-service", "invoices-service", "flex-service"]);

/** What waits to be handed over is handed over. */
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
  // A service without the line could not ask its database.
  return value === undefined ? Number.NaN : Number(value);
}
