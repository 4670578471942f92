import { join } from "node:path";
import { askerOf } from "../../faults/ask.ts";
import { newLedger } from "../../faults/ledger.ts";
import { randomOf } from "../../faults/random.ts";
import { reconcile } from "../../faults/reconcile.ts";
import { becomesTrue } from "../../faults/settle.ts";
import { longTimeouts } from "../../faults/trial.ts";
import { newWorld } from "../../faults/world.ts";
import { launch } from "../../product/product.ts";
import { requireCeph } from "../programs.ts";
import type { Run } from "../runs.ts";
import { accessKey, type Ceph, secretKey, startCeph } from "./ceph.ts";
import { firstZone } from "./ceph-conf.ts";
import { drillNames, objectDrill } from "./drills.ts";
import { startFront } from "./front.ts";
import { listObjects } from "./list-objects.ts";
import { runDrill } from "./run-drill.ts";
import { countFiles } from "./settle-files.ts";
import type { Stage } from "./stage.ts";
import { runZoneDrill, startSecondZone, zoneDrill } from "./zones.ts";

/** The zones first: their copying takes long to come back from what the others do. */
export const objectDrillNames: readonly string[] = [zoneDrill, ...drillNames];

/** Takes parts of a replicated object store away while clients upload and read invoice files. */
export async function runObjectDrills(chosen: readonly string[], run: Run): Promise<void> {
  const { dir, undo, tally, problems } = run;
  requireCeph();
  const ceph = await startCeph(dir);
  undo.push(() => ceph.stop());
  if (chosen.includes(zoneDrill)) await startSecondZone(ceph);
  const [a, b] = ceph.gateways;
  const front = await startFront([a, b], dir);
  undo.push(() => front.stop());
  const store = {
    OBJECT_STORE: "s3",
    S3_ENDPOINT: front.url,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    ...longTimeouts,
  };
  const dataDir = join(dir, "objects-product");
  const command: [string, ...string[]] = ["node", "scripts/start.mjs", "--split"];
  const product = await launch({ dataDir, command, env: store });
  undo.push(async () => {
    const { code, stderr } = await product.stop();
    if (code !== 0) problems.push(`the product ended with ${code}: ${stderr.slice(-2_000)}`);
  });
  const ask = askerOf(product.baseUrl, tally);
  const world = await newWorld(ask, product.sandbox);
  const writing = { ask, world, tally, ledger: newLedger(), random: randomOf(run.seed) };
  const before = await countObjects(ceph);
  const stage = { ...run, ceph, dataDir, writing };
  for (const name of chosen) {
    process.stdout.write(`  ${name}\n`);
    if (name === zoneDrill) await runZoneDrill(stage);
    else await runDrill(objectDrill(name, ceph), stage);
    problems.push(...ceph.ended().map((one) => `${name}: ${one} ended by itself`));
  }
  await checkAllFiles(stage, { before, store });
}

interface Beginning {
  /** Objects that were there before the drills. */
  before: number;
  /** The product's settings of its store. */
  store: Record<string, string>;
}

/** Reads back every file of all drills; the store has nothing else, and nothing less. */
async function checkAllFiles({ ceph, dataDir, writing, tally }: Stage, { before, store }: Beginning) {
  const files = await countFiles(writing, writing.ledger.orders);
  const objects = async () => (await countObjects(ceph)) - before;
  // What no document has goes with the sweep.
  if (!(await becomesTrue(async () => (await objects()) === files)))
    tally.undrained.push(`${await objects()} objects for ${files} files`);
  const differences = await reconcile(dataDir, store);
  tally.undrained.push(...differences);
  process.stdout.write(
    `  object store: ${files} files, ${await objects()} objects, ` +
      `differences that invoices reconcile finds: ${differences.length}\n`,
  );
}

const countObjects = async (ceph: Ceph): Promise<number> => (await listObjects(ceph, firstZone)).length;
