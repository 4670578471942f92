import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../../scripts/command-line.ts";
import { askerOf } from "../faults/ask.ts";
import { allReady } from "../faults/faults.ts";
import { newLedger } from "../faults/ledger.ts";
import type { Writing } from "../faults/load.ts";
import { runPhase } from "../faults/phase.ts";
import { randomOf } from "../faults/random.ts";
import { startReceiver } from "../faults/receiver.ts";
import { becomesTrue } from "../faults/settle.ts";
import { newTally, reportOf, violations } from "../faults/tally.ts";
import { checkAll, subscribe } from "../faults/trial.ts";
import { newWorld } from "../faults/world.ts";
import { build } from "./build.ts";
import { type Cluster, clusterOf, etcdApiOf } from "./cluster.ts";
import { type Drill, fullDisk, partition, powerLoss } from "./drills.ts";
import { mayMakeMachines, startNetwork } from "./machines.ts";
import { watchPrimaries } from "./primaries.ts";
import { startProbe } from "./probe.ts";
import { patroniVersion, postgresVersion, requirePrograms } from "./programs.ts";
import { startProxy } from "./proxy.ts";
import { type Services, startServices } from "./services.ts";

const usage = `Usage: pnpm test:scale [--only "part of a name"] [--seed N] [--keep] [--where-possible]

Takes the primary of a Postgres cluster away while clients write, and reads back every acknowledged write.

  --only TEXT  only drills whose name contains the text: kill, network, disk
  --seed N     repeats a run
  --keep       keeps the folder with the logs
  --where-possible
               says so and ends well where this user may not make network namespaces or mount`;

const { values } = commandLine(usage, {
  options: {
    only: { type: "string", default: "" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    keep: { type: "boolean", default: false },
    "where-possible": { type: "boolean", default: false },
  },
});
/** Writes must be back within this time. */
const mostUnavailableSeconds = 30;
const tally = newTally();
const problems: string[] = [];

if (values["where-possible"] && !mayMakeMachines()) {
  process.stdout.write(
    "the failover drills did NOT run: this user may not make network namespaces or mount\n",
  );
  process.exit(0);
}
requirePrograms();
build();
const dir = await mkdtemp(join(tmpdir(), "marketplace-scale-"));
// The user postgres looks for its folders below.
await chmod(dir, 0o711);
const undo: (() => Promise<unknown>)[] = [];
const undoAll = async () => {
  for (let step = undo.pop(); step; step = undo.pop())
    await step().catch((error: unknown) => problems.push(`not cleared up: ${error}`));
};
let clearing: Promise<void> | undefined;
/** Once, for an end by a signal comes while drills fail of it. */
const clearUp = () => (clearing ??= undoAll());
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await clearUp();
    await rm(dir, { recursive: true, force: true });
    process.exit(1);
  });
const patroni = patroniVersion();
const api = etcdApiOf(patroni);
process.stdout.write(
  `failover drills, seed ${values.seed}, ${postgresVersion()}, Patroni ${patroni} with ${api}\n`,
);
try {
  const network = startNetwork(["a", "b", "c"], dir);
  undo.push(() => network.remove());
  const cluster = clusterOf(network.machines, api);
  for (const machine of network.machines) cluster.boot(machine);
  await cluster.whole();
  const proxy = await startProxy(cluster.members, dir);
  undo.push(() => proxy.stop());
  const services = await startServices(proxy, dir);
  undo.push(() => services.stop());
  await drillAll(cluster, services);
} catch (error) {
  problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await clearUp();
}
const found = Object.values(violations(tally)).flat();
process.stdout.write(`${reportOf(tally)}\n${problems.map((one) => `FAILED: ${one}\n`).join("")}`);
if (found.length + problems.length > 0) {
  process.exitCode = 1;
  for (const file of ["a/log", "b/log", "c/log", "services.log"])
    process.stderr.write(`== end of ${file}\n${await endOf(join(dir, file))}\n`);
}
if (values.keep) process.stdout.write(`logs: ${dir}\n`);
else await rm(dir, { recursive: true, force: true });

async function drillAll(cluster: Cluster, services: Services): Promise<void> {
  const { baseUrl, dataDir, sandbox } = services;
  const receiver = await startReceiver();
  undo.push(() => receiver.goDown());
  if (!(await becomesTrue(() => allReady(dataDir)))) throw new Error("the services were not ready");
  const ask = askerOf(baseUrl, tally);
  const world = await newWorld(ask, sandbox);
  await subscribe(ask, services, receiver);
  const writing: Writing = {
    ask,
    world,
    tally,
    ledger: newLedger(),
    random: randomOf(Number(values.seed)),
  };
  const all = [powerLoss(cluster), partition(cluster), fullDisk(cluster)];
  const chosen = all.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0) throw new Error(`no drill is called ${values.only}`);
  for (const one of chosen) await runDrill(one, { cluster, services, dataDir, writing });
  await checkAll(writing, receiver);
}

interface Stage {
  cluster: Cluster;
  services: Services;
  dataDir: string;
  writing: Writing;
}

async function runDrill(drill: Drill, { cluster, services, dataDir, writing }: Stage): Promise<void> {
  process.stdout.write(`  ${drill.name}\n`);
  const probe = startProbe(writing);
  // A drill in which no standby answers reads shows nothing about them.
  const before = await services.replicaReads();
  const reads = async () => (await services.replicaReads()) > before;
  if (!(await becomesTrue(reads))) problems.push(`${drill.name}: no standby answered a read before it`);
  const watch = watchPrimaries(cluster.members);
  let seen: Awaited<ReturnType<typeof probe.stop>>;
  let reign: Awaited<ReturnType<typeof watch.stop>>;
  try {
    await runPhase({ dataDir, writing, lastsMs: 0 }, drill);
  } finally {
    [seen, reign] = await Promise.all([probe.stop(), watch.stop()]);
  }
  const { unavailableSeconds, ownReads, stale } = seen;
  const ended = services.ended();
  process.stdout.write(
    `    lost ${tally.lost.length}, duplicated ${tally.duplicated.length}, unavailable ${unavailableSeconds.toFixed(1)} s, ` +
      `own writes read at once ${ownReads}, of them stale ${stale.length}, ` +
      `primaries ${reign.succession.join(" then ")}, two at once ${reign.twoAtOnce}\n`,
  );
  if (unavailableSeconds > mostUnavailableSeconds)
    problems.push(`${drill.name}: no write for ${unavailableSeconds.toFixed(1)} s`);
  if (ended.length > 0) problems.push(`${drill.name}: ended and would need a restart: ${ended.join()}`);
  if (reign.twoAtOnce > 0) problems.push(`${drill.name}: two primaries at once`);
  if (reign.succession.length !== 2)
    problems.push(`${drill.name}: the primaries were ${reign.succession.join(", then ")}`);
  if (ownReads === 0) problems.push(`${drill.name}: no own write was read`);
  problems.push(...stale.map((one) => `${drill.name}: ${one}`));
}

/** The last lines of a log. */
async function endOf(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").slice(-40).join("\n");
}
