import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";

/** Where everything of a cluster is, and its ports on loopback. */
export interface Layout {
  dir: string;
  fsid: string;
  monitorPort: number;
  /** Names of gateways, with their ports and zones. */
  gateways: Readonly<Record<string, { port: number; zone: string }>>;
}

export const servers = ["0", "1", "2"] as const;
export const realm = "drill";
export const firstZone = "first";
export const secondZone = "second";
/** With which zones call each other. */
export const syncKeys = ["--access-key=sync-access", "--secret=sync-secret-of-a-drill"] as const;

export const newLayout = (dir: string, monitorPort: number, gateways: Layout["gateways"]): Layout => ({
  dir,
  monitorPort,
  gateways,
  fsid: randomUUID(),
});

/**
 * The configuration of Ceph: three copies of everything on three servers, of which two must have a change
 * before it is answered. Each server stands for a machine.
 */
export function cephConf({ dir, fsid, monitorPort, gateways }: Layout): string {
  const gatewaySections = Object.entries(gateways).map(
    ([name, { port, zone }]) => `[client.rgw.${name}]
rgw_zone = ${zone}
rgw_frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1`,
  );
  return `[global]
fsid = ${fsid}
mon_host = v2:127.0.0.1:${monitorPort}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv4 = true
ms_bind_ipv6 = false
ms_bind_msgr1 = false
run_dir = ${dir}/run
pid_file = ${dir}/run/$name.pid
admin_socket = ${dir}/run/$name.asok
log_file = ${dir}/log/$name.log
keyring = ${dir}/keyring
osd_pool_default_size = 3
osd_pool_default_min_size = 2
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
rgw_realm = ${realm}
rgw_zonegroup = ${realm}
rgw_zone = ${firstZone}
# Small numbers for a small machine; both are fixed once a zone is made.
rgw_data_log_num_shards = 4
rgw_md_log_max_shards = 4
[mon]
mon_data = ${dir}/mon
[osd]
osd_data = ${dir}/osd.$id
crush_location = root=default host=server-$id
osd_objectstore = bluestore
bluestore_block_size = 1073741824
bluestore_cache_autotune = false
bluestore_cache_size = 67108864
${gatewaySections.join("\n")}
`;
}

/** One key for everybody, who may do everything: the network ends at this machine. */
export function keyring(gateways: readonly string[]): string {
  const key = execFileSync("ceph-authtool", ["--gen-print-key"], { encoding: "utf8" }).trim();
  const names = [
    "mon.",
    "client.admin",
    ...servers.map((id) => `osd.${id}`),
    ...gateways.map((name) => `client.rgw.${name}`),
  ];
  const caps = ["mon", "osd", "mgr"].map((part) => `caps ${part} = "allow *"\n`).join("");
  return names.map((name) => `[${name}]\nkey = ${key}\n${caps}`).join("");
}

export const socketOf = (dir: string, name: string): string => join(dir, "run", `${name}.asok`);
