import { serviceNames } from "../product/processes.ts";
import { killPostgres, killService, objectStoreFault, receiverDown, stopPostgres } from "./faults.ts";
import { fullDiskTrial } from "./full-disk.ts";
import { startObjectStore } from "./object-store.ts";
import type { Receiver } from "./receiver.ts";
import { readSettings } from "./settings.ts";
import { snapshotDiskFull } from "./snapshot-disk.ts";
import { newTally, reportOf, violations } from "./tally.ts";
import { replicasTrial, runTrial, withDataDir } from "./trial.ts";

// Starts products, injects faults while clients write, and reads back every acknowledged write.
const settings = readSettings();
const tally = newTally();
process.stdout.write(`faults of ${settings.seconds} s, seed ${settings.seed}\n`);

const store = await startObjectStore();
await withDataDir((dataDir) => {
  const faults = [
    ...serviceNames.map((name) => killService(dataDir, name)),
    killPostgres(dataDir),
    stopPostgres(dataDir),
    snapshotDiskFull(dataDir),
    ...(["down", "slow", "hanging", "truncating"] as const).map((fault) => objectStoreFault(store, fault)),
  ];
  const plan = {
    words: [],
    env: store.env,
    objects: store.size,
    dataDir,
    faults: (receiver: Receiver) => [...faults, receiverDown(receiver)],
  };
  return runTrial(plan, settings, tally);
});
await replicasTrial(settings, tally);
await fullDiskTrial(settings, tally);
await store.inject("down");

process.stdout.write(`${reportOf(tally)}\n`);
const nothingRan = tally.faults + tally.notRun.length === 0;
if (nothingRan) process.stderr.write(`no fault is called ${settings.only}\n`);
const broken = Object.values(violations(tally)).some((cases) => cases.length > 0);
process.exitCode = nothingRan || broken ? 1 : 0;
