import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, type Product } from "../product/product.ts";
import { type Asker, askerOf } from "./ask.ts";
import { checkEvents } from "./check-events.ts";
import { checkItem } from "./check-item.ts";
import { checkKeys } from "./check-keys.ts";
import { checkOrders, checkStock } from "./check-orders.ts";
import { checkQuestions } from "./check-questions.ts";
import { checkSearch } from "./check-search.ts";
import { diskFull, type Fault, rollingRestart } from "./faults.ts";
import { noteVitals } from "./leaks.ts";
import { newLedger } from "./ledger.ts";
import { startLoad, type Writing } from "./load.ts";
import { runPhase } from "./phase.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import type { Settings } from "./settings.ts";
import { becomesTrue } from "./settle.ts";
import { mayMount, mountSmallDisk } from "./small-disk.ts";
import type { Tally } from "./tally.ts";
import { newWorld } from "./world.ts";

/** Parts of a trial. */
export interface Plan {
  words: string[];
  env: Record<string, string>;
  /** Counts the stored objects, where that is possible. */
  objects?: () => number;
  faults(receiver: Receiver): Fault[];
  dataDir: string;
  /** Whether the files of the demo, of which there are copies, are where this plan has them. */
  prepared?: boolean;
}

// Long timeouts for the receiver on a busy machine; short ones for leftovers of uploads, which the sweep
// removes during the trial.
export const longTimeouts = {
  NOTIFICATION_TIMEOUT_MS: "10000",
  UPLOAD_TIMEOUT_SECONDS: "10",
  SWEEP_GRACE_SECONDS: "20",
  SWEEP_INTERVAL_SECONDS: "1",
};

const signals = ["SIGINT", "SIGTERM"] as const;

/** Starts a product, injects every chosen fault of the plan, and reads back everything in the end. */
export async function runTrial(plan: Plan, settings: Settings, tally: Tally): Promise<void> {
  const receiver = await startReceiver();
  const faults = plan.faults(receiver).filter(({ name }) => name.includes(settings.only));
  const command: [string, ...string[]] = ["node", "scripts/start.mjs", "--split", ...plan.words];
  const env = { ...longTimeouts, ...plan.env };
  if (faults.length > 0) {
    const product = await launch({ dataDir: plan.dataDir, prepared: plan.prepared ?? false, env, command });
    // A trial whose product has ended fails and clears up by itself.
    const giveUp = () => void product.stop();
    for (const signal of signals) process.on(signal, giveUp);
    try {
      await breakAll({ product, plan, receiver, faults }, settings, tally);
    } finally {
      for (const signal of signals) process.off(signal, giveUp);
      const { code, stderr } = await product.stop();
      if (code !== 0 || settings.verbose) process.stderr.write(stderr);
      if (code !== 0) tally.undrained.push(`the product ended with ${code}`);
    }
  }
  await receiver.goDown();
}

interface Stage {
  product: Product;
  plan: Plan;
  receiver: Receiver;
  faults: Fault[];
}

async function breakAll({ product, plan, receiver, faults }: Stage, settings: Settings, tally: Tally) {
  const ask = askerOf(product.baseUrl, tally);
  const world = await newWorld(ask, product.sandbox);
  await subscribe(ask, product, receiver);
  const writing = { ask, world, tally, ledger: newLedger(), random: settings.random };
  const trial = { dataDir: plan.dataDir, writing, lastsMs: settings.seconds * 1_000 };
  const objects = plan.objects?.() ?? 0;
  // The baseline of leaks is a product under load.
  const load = startLoad(writing);
  const atWork = () => writing.ledger.orders.some(({ uploads: [one] }) => one?.outcome === "acknowledged");
  await becomesTrue(atWork);
  await load.stop();
  const checkLeaks = noteVitals(plan.dataDir, tally);
  for (const fault of faults) {
    process.stdout.write(`  ${fault.name}\n`);
    await runPhase(trial, fault);
  }
  await checkAll(writing, receiver, plan.objects && (() => (plan.objects?.() ?? 0) - objects));
  await checkLeaks();
}

/** Reads back every write of the ledger. */
export async function checkAll(writing: Writing, receiver: Receiver, objects?: () => number): Promise<void> {
  const { tally, ledger } = writing;
  await checkQuestions(writing);
  await checkItem(writing);
  await checkSearch(writing);
  const files = await checkOrders(writing, ledger.orders);
  await checkEvents(writing, receiver);
  await checkStock(writing);
  await checkKeys(writing);
  await checkStock(writing);
  if (objects && !(await becomesTrue(() => objects() === files)))
    tally.undrained.push(`${objects()} objects for ${files} files`);
}

/** Directs the demo application's notifications to the receiver. */
export async function subscribe(
  ask: Asker,
  { sandbox }: Pick<Product, "sandbox">,
  { url }: Receiver,
): Promise<void> {
  const body = { callback_url: url, topics: ["questions", "invoices"] };
  const path = `/applications/${sandbox.applications.default.id}`;
  const { status } = await ask("PUT", path, { token: sandbox.users.seller_mla.access_token, body });
  if (status !== 200) throw new Error(`the receiver could not be subscribed: ${status}`);
}

/** Runs the work with a temporary data directory. */
export async function withDataDir(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "marketplace-faults-"));
  await work(dataDir).finally(() => rm(dataDir, { recursive: true, force: true }));
}

/** Two of every service on the file store, with a disk that fills. */
export const replicasTrial = (settings: Settings, tally: Tally) =>
  withDataDir(async (dataDir) => {
    const disk = mountSmallDisk(join(dataDir, "objects"), 64);
    if (!disk) noteNotRun(tally);
    const faults = () => [...(disk ? [diskFull(disk)] : []), rollingRestart(dataDir)];
    const env = { MIN_FREE_BYTES: String(8 * 1024 * 1024) };
    try {
      const plan = { words: ["--replicas", "2"], env, dataDir, prepared: true, faults };
      await runTrial(plan, settings, tally);
    } finally {
      disk?.unmount();
    }
  });

/**
 * A failed mount is an error of the harness when this user may mount; otherwise the fault is skipped and
 * reported.
 */
export function noteNotRun(tally: Tally): void {
  const words = "disk full did NOT run: this user may not mount a small disk, or mounting failed";
  process.stdout.write(`  ${words}\n`);
  if (mayMount()) tally.notRun.push(words);
}
