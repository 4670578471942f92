import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../product/product.ts";
import {
  cephConf,
  firstZone,
  keyring,
  type Layout,
  newLayout,
  realm,
  secondZone,
  servers,
  syncKeys,
} from "./ceph-conf.ts";
import { type Daemon, daemonOf } from "./daemon.ts";
import { statesOf } from "./placement-groups.ts";
import { timeoutMs, until } from "./until.ts";

/** A Ceph cluster of processes: a monitor, three storage servers (OSDs), and gateways (radosgw). */
export interface Ceph {
  servers: readonly [Daemon, Daemon, Daemon];
  /** Two of the first zone; the third is of the second zone, and not started. */
  gateways: readonly [Gateway, Gateway, Gateway];
  /** Counts placement groups by their state. */
  placementGroups(): Promise<Map<string, number>>;
  /** Waits until every server has its copy of everything. */
  whole(): Promise<void>;
  /** Runs radosgw-admin. */
  admin(...words: string[]): Promise<string>;
  /** The daemons that ended by themselves. */
  ended(): string[];
  stop(): Promise<void>;
}

export type Gateway = Daemon & { url: string };

export const accessKey = "drill-access";
export const secretKey = "secret-of-a-drill";

export async function startCeph(parent: string): Promise<Ceph> {
  const dir = join(parent, "ceph");
  const gateways = {
    a: { port: await freePort(), zone: firstZone },
    b: { port: await freePort(), zone: firstZone },
    c: { port: await freePort(), zone: secondZone },
  };
  const layout = newLayout(dir, await freePort(), gateways);
  for (const part of ["run", "log", "mon", ...servers.map((id) => `osd.${id}`)])
    mkdirSync(join(dir, part), { recursive: true });
  writeFileSync(join(dir, "ceph.conf"), cephConf(layout));
  writeFileSync(join(dir, "keyring"), keyring(Object.keys(gateways)));
  const env = { ...process.env, CEPH_CONF: join(dir, "ceph.conf") };
  const run = async (program: string, ...words: string[]): Promise<string> =>
    (await promisify(execFile)(program, words, { env, timeout: timeoutMs, maxBuffer: 1 << 28 })).stdout;
  const daemon = (name: string, program: string, ...words: string[]) =>
    daemonOf({ name, program, args: [...words, "-f"], env, log: join(dir, "log", `${name}.out`) });

  const monitor = daemon("mon.a", "ceph-mon", "-i", "a");
  const disk = (id: string) => daemon(`osd.${id}`, "ceph-osd", "-i", id);
  const gateway = (name: keyof typeof gateways): Gateway => ({
    ...daemon(`gateway ${name}`, "radosgw", "-n", `client.rgw.${name}`),
    url: `http://127.0.0.1:${gateways[name].port}`,
  });
  const ceph = {
    servers: [disk("0"), disk("1"), disk("2")],
    gateways: [gateway("a"), gateway("b"), gateway("c")],
  } as const;
  const all = [...ceph.gateways, ...ceph.servers, monitor];
  const stop = async () => {
    for (const one of all) {
      // A daemon that is stopped takes no other signal.
      one.resume();
      await one.kill();
    }
  };
  const placementGroups = async () =>
    statesOf(dir, JSON.parse(await run("ceph", "osd", "dump", "-f", "json")));
  try {
    await startMonitor(layout, { monitor, run });
    for (const [index, server] of ceph.servers.entries()) await startServer(String(index), { server, run });
    await until("three servers are up", async () => (await run("ceph", "osd", "stat")).includes("3 up"));
    await makeFirstZone(ceph.gateways, (...words) => run("radosgw-admin", ...words));
    for (const one of ceph.gateways.slice(0, 2)) await startGateway(one);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...ceph,
    placementGroups,
    admin: (...words) => run("radosgw-admin", ...words),
    ended: () => all.filter((one) => one.ended()).map(({ name }) => name),
    stop,
    whole: () =>
      until("every placement group is clean", async () => {
        const states = await placementGroups();
        return states.size === 1 && states.has("active+clean");
      }),
  };
}

type Run = (program: string, ...words: string[]) => Promise<string>;

async function startMonitor(
  { dir, fsid, monitorPort }: Layout,
  { monitor, run }: { monitor: Daemon; run: Run },
) {
  const map = join(dir, "monmap");
  await run("monmaptool", "--create", "--fsid", fsid, "--addv", "a", `[v2:127.0.0.1:${monitorPort}]`, map);
  await run("ceph-mon", "--mkfs", "-i", "a", "--monmap", map, "--keyring", join(dir, "keyring"));
  monitor.start();
}

async function startServer(id: string, { server, run }: { server: Daemon; run: Run }) {
  const uuid = randomUUID();
  await run("ceph", "osd", "new", uuid, id);
  await run("ceph-osd", "-i", id, "--mkfs", "--osd-uuid", uuid);
  server.start();
}

type Admin = (...words: string[]) => Promise<string>;

async function makeFirstZone(gateways: Ceph["gateways"], admin: Admin): Promise<void> {
  const [a, b] = gateways;
  const endpoints = `--endpoints=${a.url},${b.url}`;
  const group = `--rgw-zonegroup=${realm}`;
  await admin("realm", "create", `--rgw-realm=${realm}`, "--default");
  await admin("zonegroup", "create", group, endpoints, "--master", "--default");
  const zone = [group, `--rgw-zone=${firstZone}`, endpoints, ...syncKeys];
  await admin("zone", "create", ...zone, "--master", "--default");
  await admin("user", "create", "--uid=sync", "--display-name=sync", ...syncKeys, "--system");
  await admin("period", "update", "--commit");
  const keys = [`--access-key=${accessKey}`, `--secret=${secretKey}`];
  await admin("user", "create", "--uid=drill", "--display-name=drill", ...keys);
}

/** Starts a gateway, and waits until it answers. */
export async function startGateway(gateway: Gateway): Promise<void> {
  gateway.start();
  await until(`${gateway.name} answers`, async () => {
    const answer = await fetch(`${gateway.url}/swift/healthcheck`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  });
}
