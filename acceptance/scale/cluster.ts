import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { becomesTrue } from "../faults/settle.ts";
import type { Machine } from "./machines.ts";
import { postgresPrograms } from "./programs.ts";

/** A primary and a synchronous standby under Patroni, whose lock is in an etcd of three. */
export interface Cluster {
  members: readonly Machine[];
  /** Starts what a machine runs: etcd, and on members Patroni with Postgres, and the guard of its disk. */
  boot(machine: Machine): void;
  /** The member that says it is the primary, and the one that says it is a synchronous standby. */
  primary(): Promise<Machine | undefined>;
  synchronous(): Promise<Machine | undefined>;
  /** Waits until there are both; throws with what Patroni says when they do not come. */
  whole(): Promise<void>;
}

/** The administrator's password. The network ends at this machine. */
export const adminPassword = "administrator-of-a-drill";
export const rewindUser = "rewinder";
const password = "replication-of-a-drill";

/** Patroni's names of etcd's two interfaces. */
export type EtcdApi = "etcd" | "etcd3";

/**
 * The third interface, but the second one before Patroni 3.0.3: there, a primary that was cut off takes the
 * lock from its successor through the third (docs/scaling.md, Failover).
 */
export const etcdApiOf = (patroniVersion: string): EtcdApi =>
  patroniVersion.localeCompare("3.0.3", "en", { numeric: true }) < 0 ? "etcd" : "etcd3";

/** Members are all machines but the last, which has a vote in etcd only. */
export function clusterOf(machines: readonly Machine[], api: EtcdApi): Cluster {
  const members = machines.slice(0, -1);
  const saying = async (path: string) => {
    const answers = await Promise.all(members.map(({ address }) => isOk(`http://${address}:8008${path}`)));
    return members.find((_, index) => answers[index]);
  };
  const cluster: Cluster = {
    members,
    boot(machine) {
      startEtcd(machine, { machines, api });
      if (!members.includes(machine)) return;
      startPatroni(machine, { machines, api });
      startDiskGuard(machine);
    },
    primary: () => saying("/primary"),
    synchronous: () => saying("/synchronous"),
    async whole() {
      const both = async () => Boolean((await cluster.primary()) && (await cluster.synchronous()));
      if (!(await becomesTrue(both))) throw new Error("there is no primary with a synchronous standby");
    },
  };
  return cluster;
}

async function isOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

interface Peers {
  machines: readonly Machine[];
  api: EtcdApi;
}

function startEtcd({ name, address, state, start }: Machine, { machines, api }: Peers): void {
  const clients = `http://${address}:2379`;
  const peers = `http://${address}:2380`;
  const everybody = machines.map((one) => `${one.name}=http://${one.address}:2380`).join();
  start("etcd", [
    `--name=${name}`,
    `--data-dir=${join(state, "etcd")}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=${everybody}`,
    // A busy machine answers late.
    "--heartbeat-interval=200",
    "--election-timeout=2000",
    // Else a member that was cut off makes the others elect again when it is back: seconds in which the new
    // primary cannot renew its lock.
    "--pre-vote",
    ...(api === "etcd" ? ["--enable-v2"] : []),
    "--logger=zap",
    "--log-level=error",
  ]);
}

/** As docs/scaling.md says. */
const settings = {
  ttl: 20,
  loop_wait: 3,
  retry_timeout: 5,
  synchronous_mode: true,
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      max_connections: 200,
      hot_standby_feedback: "on",
      wal_sender_timeout: "10s",
      wal_receiver_timeout: "10s",
      checkpoint_timeout: "30s",
      // Small disks.
      max_wal_size: "128MB",
      min_wal_size: "32MB",
      wal_keep_size: "384MB",
    },
  },
};

function startPatroni({ name, address, data, start }: Machine, { machines, api }: Peers): void {
  const as = (username: string, secret: string) => ({ username, password: secret });
  const configuration = {
    scope: "drill",
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    [api]: { hosts: machines.map((one) => `${one.address}:2379`) },
    bootstrap: { dcs: settings, initdb: ["data-checksums", { encoding: "UTF8" }, { locale: "C.UTF-8" }] },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(data, "cluster"),
      pgpass: join(data, "pgpass"),
      bin_dir: postgresPrograms(),
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      parameters: { unix_socket_directories: data },
      pg_hba: [
        "local all all trust",
        "host replication all all scram-sha-256",
        "host all all all scram-sha-256",
      ],
      authentication: {
        superuser: as("postgres", adminPassword),
        replication: as("replicator", password),
        rewind: as(rewindUser, password),
      },
    },
  };
  const file = join(data, "..", "patroni.yml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(configuration));
  start("patroni", [file]);
}

const guard = fileURLToPath(new URL("../../deploy/patroni/disk-guard.sh", import.meta.url));

function startDiskGuard({ name, address, data, start }: Machine): void {
  const script = join(data, "..", "disk-guard.sh");
  // The user postgres need not reach the repository.
  copyFileSync(guard, script);
  const settings = {
    DATA_DIR: data,
    MIN_FREE_MB: 64,
    PATRONI_NAME: name,
    PATRONI_URL: `http://${address}:8008`,
  };
  start("env", [...Object.entries(settings).map(([key, value]) => `${key}=${value}`), "sh", script]);
}
