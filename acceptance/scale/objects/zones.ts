import { type Ceph, startGateway } from "./ceph.ts";
import { firstZone, realm, secondZone, syncKeys } from "./ceph-conf.ts";
import { startFileLoad } from "./file-load.ts";
import { listObjects } from "./list-objects.ts";
import { countFiles, uploadAgain } from "./settle-files.ts";
import { answered, report, type Stage } from "./stage.ts";
import { until } from "./until.ts";

export const zoneDrill = "object store: the first of two zones is gone";

/** Makes the zone and starts its gateway, before there are objects: the zone has what comes from then on. */
export async function startSecondZone(ceph: Ceph): Promise<void> {
  const [, , gateway] = ceph.gateways;
  const zone = [`--rgw-zonegroup=${realm}`, `--rgw-zone=${secondZone}`, `--endpoints=${gateway.url}`];
  await ceph.admin("zone", "create", ...zone, ...syncKeys);
  await ceph.admin("period", "update", "--commit");
  await startGateway(gateway);
}

/** Gives the ETags of the objects that a zone has. */
const etagsIn = async (ceph: Ceph, zone: string): Promise<Set<string>> =>
  new Set((await listObjects(ceph, zone)).map(({ meta }) => meta.etag));

/** Loses both gateways of the first zone under load, and counts what the second has not got yet. */
export async function runZoneDrill(stage: Stage): Promise<void> {
  const { ceph, writing, problems, tally } = stage;
  const [a, b] = ceph.gateways;
  const lackedBySecond = async (etags: Iterable<string>) => {
    const there = await etagsIn(ceph, secondZone);
    return [...etags].filter((etag) => !there.has(etag)).length;
  };
  await ceph.whole();
  const caughtUp = async () => (await lackedBySecond(await etagsIn(ceph, firstZone))) === 0;
  await until("the second zone has all objects", caughtUp);
  const orders = writing.ledger.orders.length;
  const load = startFileLoad(writing);
  await answered(load);
  await answered(load);
  await Promise.all([a.kill(), b.kill()]);
  tally.faults += 1;
  const etags = [...load.etags];
  const lacked = await lackedBySecond(etags);
  await Promise.all([startGateway(a), startGateway(b)]);
  await answered(load);
  await load.stop();
  const made = writing.ledger.orders.slice(orders);
  await uploadAgain(writing, made);
  const hasAll = async () => (await lackedBySecond(load.etags)) === 0;
  await until("the second zone has every acknowledged file", hasAll);
  await countFiles(writing, made);
  if (etags.length === 0) problems.push(`${zoneDrill}: no file was acknowledged before`);
  const remark = `of ${etags.length} acknowledged files the second zone lacked ${lacked}, and none in the end`;
  report(stage, load, remark);
}
