import { askerOf } from "../faults/ask.ts";
import { allReady } from "../faults/faults.ts";
import { newLedger } from "../faults/ledger.ts";
import type { Writing } from "../faults/load.ts";
import { runPhase } from "../faults/phase.ts";
import { randomOf } from "../faults/random.ts";
import { startReceiver } from "../faults/receiver.ts";
import { becomesTrue } from "../faults/settle.ts";
import { checkAll, subscribe } from "../faults/trial.ts";
import { newWorld } from "../faults/world.ts";
import { build } from "./build.ts";
import { type Cluster, clusterOf, etcdApiOf } from "./cluster.ts";
import { type Drill, drillNames, fullDisk, partition, powerLoss } from "./drills.ts";
import { startNetwork } from "./machines.ts";
import { watchPrimaries } from "./primaries.ts";
import { startProbe } from "./probe.ts";
import { patroniVersion, postgresVersion, requirePrograms } from "./programs.ts";
import { startProxy } from "./proxy.ts";
import type { Run } from "./runs.ts";
import { type Services, startServices } from "./services.ts";

export const databaseDrillNames: readonly string[] = drillNames;

/** Writes must be back within this time. */
const maxUnavailableSeconds = 30;

/** Takes the primary of a Postgres cluster away while clients write. */
export async function runDatabaseDrills(chosen: readonly string[], run: Run): Promise<void> {
  const { dir, undo } = run;
  requirePrograms();
  build();
  const patroni = patroniVersion();
  const api = etcdApiOf(patroni);
  process.stdout.write(`${postgresVersion()}, Patroni ${patroni} with ${api}\n`);
  const network = startNetwork(["a", "b", "c"], dir);
  undo.push(() => network.remove());
  const cluster = clusterOf(network.machines, api);
  for (const machine of network.machines) cluster.boot(machine);
  await cluster.whole();
  const proxy = await startProxy(cluster.members, dir);
  undo.push(() => proxy.stop());
  const services = await startServices(proxy, dir);
  undo.push(() => services.stop());
  await drillAll(chosen, { ...run, cluster, services });
}

interface Started extends Run {
  cluster: Cluster;
  services: Services;
}

async function drillAll(chosen: readonly string[], { cluster, services, ...run }: Started): Promise<void> {
  const { undo, tally } = run;
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
    random: randomOf(run.seed),
  };
  for (const one of [powerLoss(cluster), partition(cluster), fullDisk(cluster)])
    if (chosen.includes(one.name)) await runDrill(one, { ...run, cluster, services, dataDir, writing });
  await checkAll(writing, receiver);
}

interface Stage extends Started {
  dataDir: string;
  writing: Writing;
}

async function runDrill(drill: Drill, stage: Stage): Promise<void> {
  const { cluster, services, dataDir, writing, tally, problems } = stage;
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
  if (unavailableSeconds > maxUnavailableSeconds)
    problems.push(`${drill.name}: no write for ${unavailableSeconds.toFixed(1)} s`);
  if (ended.length > 0) problems.push(`${drill.name}: ended and would need a restart: ${ended.join()}`);
  if (reign.twoAtOnce > 0) problems.push(`${drill.name}: two primaries at once`);
  if (reign.succession.length !== 2)
    problems.push(`${drill.name}: the primaries were ${reign.succession.join(", then ")}`);
  if (ownReads === 0) problems.push(`${drill.name}: no own write was read`);
  problems.push(...stale.map((one) => `${drill.name}: ${one}`));
}
