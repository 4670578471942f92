import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../../scripts/command-line.ts";
import { newTally, reportOf, violations } from "../faults/tally.ts";
import { databaseDrillNames, runDatabaseDrills } from "./database-drills.ts";
import { mayMakeMachines } from "./machines.ts";
import { objectDrillNames, runObjectDrills } from "./objects/run.ts";
import type { Run } from "./runs.ts";

const usage = `Usage: pnpm test:scale [--only "part of a name"] [--seed N] [--keep] [--where-possible]

Takes the primary of a Postgres cluster away while clients write, then parts of a replicated object store
while they upload and read files, and reads back every acknowledged write.

  --only TEXT  only drills whose name contains the text: kill, network, disk; "object store" for all of those
  --seed N     repeats a run
  --keep       keeps the folder with the logs
  --where-possible
               leaves out the drills of Postgres, and says so, where this user may not make network
               namespaces or mount`;

const { values } = commandLine(usage, {
  options: {
    only: { type: "string", default: "" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    keep: { type: "boolean", default: false },
    "where-possible": { type: "boolean", default: false },
  },
});
const tally = newTally();
const problems: string[] = [];
const dir = await mkdtemp(join(tmpdir(), "marketplace-scale-"));
// The user postgres looks for its folders below.
await chmod(dir, 0o711);
const undo: Run["undo"] = [];
const undoAll = async () => {
  for (let step = undo.pop(); step; step = undo.pop())
    await step().catch((error: unknown) => problems.push(`not cleared up: ${error}`));
};
let clearing: Promise<void> | undefined;
/** Once at a time, for an end by a signal comes while drills fail of it. */
const clearUp = () =>
  (clearing ??= undoAll().finally(() => {
    clearing = undefined;
  }));
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await clearUp();
    await rm(dir, { recursive: true, force: true });
    process.exit(1);
  });
process.stdout.write(`failover drills, seed ${values.seed}\n`);
const wanted = (names: readonly string[]) => names.filter((name) => name.includes(values.only));
if (wanted([...databaseDrillNames, ...objectDrillNames]).length === 0)
  problems.push(`no drill is called ${values.only}`);
if (values["where-possible"] && !mayMakeMachines())
  process.stdout.write(
    "the failover drills of Postgres did NOT run: this user may not make network namespaces or mount\n",
  );
else await drillAll(wanted(databaseDrillNames), runDatabaseDrills);
await drillAll(wanted(objectDrillNames), runObjectDrills);

const found = Object.values(violations(tally)).flat();
process.stdout.write(`${reportOf(tally)}\n${problems.map((one) => `FAILED: ${one}\n`).join("")}`);
if (found.length + problems.length > 0) {
  process.exitCode = 1;
  for (const file of ["a/log", "b/log", "c/log", "services.log"])
    process.stderr.write(`== end of ${file}\n${await endOf(join(dir, file))}\n`);
}
if (values.keep) process.stdout.write(`logs: ${dir}\n`);
else await rm(dir, { recursive: true, force: true });

/** Runs some drills, and clears up after them. */
async function drillAll(
  names: readonly string[],
  work: (names: readonly string[], run: Run) => Promise<void>,
): Promise<void> {
  if (names.length === 0) return;
  try {
    await work(names, { dir, seed: Number(values.seed), tally, problems, undo });
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await clearUp();
  }
}

/** The last lines of a log; nothing when the drills did not get there. */
async function endOf(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").slice(-40).join("\n");
}
