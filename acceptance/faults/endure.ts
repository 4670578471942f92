import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commandLine } from "../../scripts/command-line.ts";
import { launch, type Product } from "../product/product.ts";
import { askerOf } from "./ask.ts";
import { checkMail } from "./check-mail.ts";
import { newLedger } from "./ledger.ts";
import { startLoad, type Writing } from "./load.ts";
import { type MailRelay, startMailRelay } from "./mail-relay.ts";
import { type MovedClock, movedClock } from "./moved-clock.ts";
import { type ObjectStore, startObjectStore } from "./object-store.ts";
import { randomOf } from "./random.ts";
import { startReceiver } from "./receiver.ts";
import { retryKeyed } from "./settle.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { newTally, reportOf, violations } from "./tally.ts";
import { checkAll, longTimeouts, subscribe } from "./trial.ts";
import { newWorld } from "./world.ts";

// Usage: node faults/endure.ts [--minutes 10] [--seed N]     (as root, because it mounts a disk in memory)
// Clients write while the mail relay and the object store are slow, the clock is moved by hours, and the disk
// is nearly full. Then it reads back every acknowledged write. The only allowed error is 507, while less than
// the reserve of the disk is free.
const usage = `Usage: endure [--minutes 10] [--seed N]

Injects faults without an end while clients write, and reads back every acknowledged write.`;
const { values } = commandLine(usage, {
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes must be a number above 0");
const random = randomOf(Number(values.seed));
const tally = newTally();

const megabyte = 1024 * 1024;
const diskMegabytes = 2_048;
const reserveMegabytes = 256;
const lastsMs = 20_000;
/** The product checks the free space once a second. */
const noticedMs = 3_000;

interface Surroundings {
  baseUrl: string;
  relay: MailRelay;
  store: ObjectStore;
  clock: MovedClock;
  disk: SmallDisk;
  /** Whether writes may be answered 507. */
  short: boolean;
}

/** A kind of fault. */
interface Fault {
  name: string;
  begin(on: Surroundings): unknown;
  end(on: Surroundings): unknown;
  /** Whether the fault affects the product now. One that never does proves nothing. */
  hasEffect?(on: Surroundings): Promise<boolean> | boolean;
}

const clockSet = (hours: number): Fault => ({
  name: `clock ${hours} hours off`,
  begin: ({ clock }) => clock.offset(hours),
  end: ({ clock }) => clock.offset(0),
  hasEffect: async ({ baseUrl }) => {
    const told = (await fetch(`${baseUrl}/readyz`)).headers.get("date") ?? "";
    return Math.abs((Date.parse(told) - Date.now()) / 3_600_000 - hours) < 0.5;
  },
});

const combinable: Fault[] = [
  {
    name: "slow relay",
    begin: ({ relay }) => (relay.delayMs = 3_000),
    end: ({ relay }) => (relay.delayMs = 0),
  },
  {
    name: "slow store",
    begin: ({ store }) => store.inject("slow"),
    end: ({ store }) => store.inject(undefined),
  },
  {
    name: "disk nearly full",
    begin: ({ disk }) => disk.leave((reserveMegabytes + 100) * megabyte),
    end: ({ disk }) => disk.free(),
  },
];

/** Only one of these at a time: there is one clock and one disk. */
const exclusive: Fault[] = [
  clockSet(2),
  {
    name: "disk below its reserve",
    begin: shorten,
    end: lengthen,
    hasEffect: () => tally.excused.some((answer) => answer.includes(": 507 ")),
  },
  clockSet(-2),
];

function shorten(on: Surroundings): void {
  on.short = true;
  on.disk.leave((reserveMegabytes - 50) * megabyte);
}

async function lengthen(on: Surroundings): Promise<void> {
  on.disk.free();
  await delay(noticedMs);
  on.short = false;
}

/** Injects one of the exclusive faults after the other, with some of the others, until the time is over. */
async function runFaults(on: Surroundings, until: number): Promise<void> {
  for (let nth = 0; performance.now() < until; nth++) {
    const one = exclusive.slice(nth % exclusive.length).slice(0, 1);
    const present = [...combinable.filter(() => random() < 0.5), ...one];
    const names = present.map(({ name }) => name).join(", ");
    process.stdout.write(`  ${names}\n`);
    const failures = tally.failures.length;
    for (const { begin } of present) await begin(on);
    await delay(lastsMs);
    for (const { name, hasEffect } of present)
      if ((await hasEffect?.(on)) === false) tally.withoutEffect.push(name);
    for (const { end } of present) await end(on);
    tally.faults += present.length;
    await delay(noticedMs);
    tally.recoveries.push({ fault: names, seconds: 0, failed: tally.failures.length - failures });
  }
}

async function run(on: Surroundings, product: Product): Promise<void> {
  const receiver = await startReceiver();
  const announced = new Set([507]);
  const ask = askerOf(product.baseUrl, tally, () => (on.short ? announced : new Set()));
  const world = await newWorld(ask, product.sandbox);
  await subscribe(ask, product, receiver);
  const writing: Writing = { ask, world, tally, ledger: newLedger(), random };
  const objects = on.store.size();
  const load = startLoad(writing, 300);
  await runFaults(on, performance.now() + minutes * 60_000);
  await load.stop();
  await retryKeyed(writing);
  await checkAll(writing, receiver, () => on.store.size() - objects);
  await checkMail(writing, on.relay, 0);
  await receiver.goDown();
}

process.stdout.write(`${minutes} minutes of faults, seed ${values.seed}\n`);
const folder = await mkdtemp(join(tmpdir(), "marketplace-endure-"));
const dataDir = join(folder, "data");
const disk = mountSmallDisk(dataDir, diskMegabytes);
if (!disk) throw new Error("a disk in memory cannot be mounted: run it as root");
const on: Surroundings = {
  baseUrl: "",
  disk,
  clock: movedClock(folder),
  short: false,
  relay: await startMailRelay(),
  store: await startObjectStore(),
};
try {
  const reserve = { MIN_FREE_BYTES: String(reserveMegabytes * megabyte) };
  const env = { ...longTimeouts, ...on.relay.env, ...on.store.env, ...on.clock.env, ...reserve };
  const product = await launch({ dataDir, env });
  on.baseUrl = product.baseUrl;
  try {
    await run(on, product);
  } finally {
    const { code, stderr } = await product.stop();
    if (code !== 0) tally.undrained.push(`the product ended with ${code}: ${stderr.slice(-500)}`);
  }
} finally {
  await on.relay.close();
  await on.store.inject("down");
  disk.unmount();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`${reportOf(tally)}\n`);
process.exitCode = Object.values(violations(tally)).some((cases) => cases.length > 0) ? 1 : 0;
