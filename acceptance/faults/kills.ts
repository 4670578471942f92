import { setTimeout as delay } from "node:timers/promises";
import { commandLine } from "../../scripts/command-line.ts";
import { askerOf } from "./ask.ts";
import { checkItem } from "./check-item.ts";
import { checkMail } from "./check-mail.ts";
import { checkOrders } from "./check-orders.ts";
import { checkQuestions } from "./check-questions.ts";
import { type CrashingProduct, startCrashing } from "./crashing.ts";
import { newLedger } from "./ledger.ts";
import { startLoad, type Writing } from "./load.ts";
import { type MailRelay, startMailRelay } from "./mail-relay.ts";
import { randomOf } from "./random.ts";
import { startReceiver } from "./receiver.ts";
import { reconcile } from "./reconcile.ts";
import { retryKeyed } from "./settle.ts";
import { newTally, reportOf, violations } from "./tally.ts";
import { checkAll, longTimeouts, subscribe, withDataDir } from "./trial.ts";
import { newWorld } from "./world.ts";

// Usage: node faults/kills.ts [--cycles 60] [--split] [--seed N]
// Kills parts of the product with SIGKILL while clients write, and reads back every acknowledged write.
const usage = `Usage: kills [--cycles 60] [--split] [--seed N]

Kills a product again and again while clients write, and reads back every acknowledged write.`;
const { values } = commandLine(usage, {
  options: {
    cycles: { type: "string", default: "60" },
    split: { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const cycles = Number(values.cycles);
if (!(Number.isInteger(cycles) && cycles > 0)) throw new Error("--cycles must be a whole number above 0");
const random = randomOf(Number(values.seed));
const tally = newTally();

interface Stage {
  crashing: CrashingProduct;
  relay: MailRelay;
  writing: Writing;
}

/** One kill: at a moment that the seed chooses, while clients write; then everything is read back. */
async function cycle({ crashing, relay, writing }: Stage, victim: string): Promise<void> {
  const { ledger } = writing;
  const orders = ledger.orders.length;
  const failures = tally.failures.length;
  // Sometimes slow, so that e-mails are under way when the kill comes.
  relay.delayMs = random() < 0.5 ? 0 : 400;
  const load = startLoad(writing);
  await delay(300 + 1_500 * random());
  const killedAt = performance.now();
  await crashing.crash(victim);
  const seconds = (performance.now() - killedAt) / 1_000;
  tally.faults += 1;
  await delay(300);
  await load.stop();
  tally.recoveries.push({ fault: victim, seconds, failed: tally.failures.length - failures });
  await retryKeyed(writing);
  await checkQuestions(writing);
  await checkItem(writing);
  await checkOrders(writing, ledger.orders.slice(orders));
  await checkMail(writing, relay, tally.faults);
}

async function run(dataDir: string): Promise<void> {
  const receiver = await startReceiver();
  const relay = await startMailRelay();
  const crashing = await startCrashing(values.split, { dataDir, env: { ...longTimeouts, ...relay.env } });
  try {
    const { baseUrl, sandbox } = crashing.present();
    const ask = askerOf(baseUrl, tally);
    const world = await newWorld(ask, sandbox);
    await subscribe(ask, crashing.present(), receiver);
    const writing: Writing = { ask, world, tally, ledger: newLedger(), random };
    for (let nth = 0; nth < cycles; nth++) {
      const victim = crashing.victims[nth % crashing.victims.length] ?? "";
      process.stdout.write(`  ${nth + 1}: ${victim}\n`);
      await cycle({ crashing, relay, writing }, victim);
    }
    await checkAll(writing, receiver);
    await checkMail(writing, relay, tally.faults);
  } finally {
    const { code, stderr } = await crashing.present().stop();
    if (code !== 0) tally.undrained.push(`the product ended with ${code}: ${stderr.slice(-500)}`);
    await relay.close();
    await receiver.goDown();
  }
  tally.undrained.push(...(await reconcile(dataDir)));
}

process.stdout.write(`${cycles} kills, seed ${values.seed}, ${values.split ? "split" : "one process"}\n`);
await withDataDir(run);
process.stdout.write(`${reportOf(tally)}\n`);
process.exitCode = Object.values(violations(tally)).some((cases) => cases.length > 0) ? 1 : 0;
