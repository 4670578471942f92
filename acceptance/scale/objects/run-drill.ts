import { allReady } from "../../faults/faults.ts";
import { type Watch, watchReadiness } from "../../faults/readiness.ts";
import { becomesTrue } from "../../faults/settle.ts";
import type { Run } from "../runs.ts";
import type { ObjectDrill } from "./drills.ts";
import { startFileLoad } from "./file-load.ts";
import { countFiles, uploadAgain } from "./settle-files.ts";
import { answered, refused, report, type Stage } from "./stage.ts";

/** Runs one drill under load, until every copy is back and every acknowledged file was read back. */
export async function runDrill(drill: ObjectDrill, stage: Stage): Promise<void> {
  const { ceph, dataDir, writing, problems, tally } = stage;
  await ceph.whole();
  const orders = writing.ledger.orders.length;
  const failures = tally.failures.length;
  const watch = watchReadiness(dataDir);
  const load = startFileLoad(writing);
  await answered(load);
  const injectedAt = performance.now();
  await drill.inject();
  tally.faults += 1;
  if (drill.serves) await answered(load);
  else await refused(load);
  const states = await ceph.placementGroups();
  const healedAt = performance.now();
  await drill.heal();
  await ceph.whole();
  await answered(load);
  const recovered = await becomesTrue(() => allReady(dataDir));
  const seconds = (performance.now() - healedAt) / 1_000;
  await load.stop();
  await watch.stop();
  tally.recoveries.push({ fault: drill.name, seconds, failed: tally.failures.length - failures });
  const made = writing.ledger.orders.slice(orders);
  await uploadAgain(writing, made);
  await countFiles(writing, made);
  if (!recovered) problems.push(`${drill.name}: not all services are ready`);
  if (!drill.serves) noteReadiness(drill.name, { watch, from: injectedAt, to: healedAt, tally });
  const groups = [...states.values()].reduce((sum, count) => sum + count, 0);
  const lacking = groups - (states.get("active+clean") ?? 0);
  if (drill.lacksCopies !== lacking > 0)
    problems.push(`${drill.name}: placement groups ${JSON.stringify([...states])}`);
  report(stage, load, `placement groups without all copies meanwhile ${lacking} of ${groups}`);
}

interface Away {
  watch: Watch;
  from: number;
  to: number;
  tally: Run["tally"];
}

/** The service of files must say that it is not ready while the store is away. */
function noteReadiness(name: string, { watch, from, to, tally }: Away): void {
  const looks = watch
    .looksAt("invoices-service")
    .filter(({ startedAt, endedAt }) => startedAt > from && endedAt < to);
  if (!looks.some(({ ready }) => !ready))
    tally.wrongReadiness.push(`${name}: invoices-service was ready in ${looks.length} looks`);
}
