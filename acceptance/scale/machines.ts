import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mayMount, mountSmallDisk, type SmallDisk } from "../faults/small-disk.ts";

/** A network namespace with an address and disks of its own, which stands for a machine. */
export interface Machine {
  name: string;
  address: string;
  /** A folder on its disk for the database, of this many megabytes in memory. */
  data: string;
  dataDisk: SmallDisk;
  /** A folder on another disk, for etcd. */
  state: string;
  /** The output of its programs. */
  log: string;
  /** Starts a program as the user postgres. */
  start(program: string, args: readonly string[]): void;
  /** Kills every process (SIGKILL), as a loss of power would. */
  kill(): Promise<void>;
  /** Takes the cable out, and puts it in again. */
  cut(): void;
  mend(): void;
}

/** Machines on one network, which this process reaches too. */
export interface Network {
  machines: readonly Machine[];
  remove(): Promise<void>;
}

const ip = (...args: string[]): string => execFileSync("ip", args, { encoding: "utf8" });
const diskMegabytes = 1_024;

/** Whether this process may make machines. */
export function mayMakeMachines(): boolean {
  const name = `mk${process.pid}-try`;
  try {
    ip("netns", "add", name);
    ip("netns", "del", name);
    return mayMount();
  } catch {
    return false;
  }
}

/** Makes the machines. Throws where this user may not make network namespaces or mount. */
export function startNetwork(names: readonly string[], dir: string): Network {
  // Names and addresses are of this process, so that two runs do not meet.
  const prefix = `mk${process.pid}`;
  const subnet = `10.219.${process.pid % 256}`;
  const undo: (() => void)[] = [];
  const machines: Machine[] = [];
  const remove = async () => {
    for (const machine of machines) await machine.kill();
    for (const step of undo.reverse()) step();
    undo.length = 0;
  };
  try {
    ip("link", "add", prefix, "type", "bridge");
    undo.push(() => ip("link", "del", prefix));
    ip("address", "add", `${subnet}.1/24`, "dev", prefix);
    ip("link", "set", prefix, "up");
    for (const [index, name] of names.entries()) {
      const address = `${subnet}.${index + 2}`;
      machines.push(startMachine({ name, address, prefix, dir: join(dir, name) }, undo));
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
  return { machines, remove };
}

interface Place {
  name: string;
  address: string;
  prefix: string;
  dir: string;
}

function startMachine({ name, address, prefix, dir }: Place, undo: (() => void)[]): Machine {
  const namespace = `${prefix}-${name}`;
  mkdirSync(dir, { mode: 0o755 });
  ip("netns", "add", namespace);
  undo.push(() => ip("netns", "del", namespace));
  ip("link", "add", namespace, "type", "veth", "peer", "name", "eth0", "netns", namespace);
  ip("link", "set", namespace, "master", prefix, "up");
  ip("-n", namespace, "address", "add", `${address}/24`, "dev", "eth0");
  for (const device of ["lo", "eth0"]) ip("-n", namespace, "link", "set", device, "up");
  const data = diskAt(join(dir, "data"), undo);
  const state = diskAt(join(dir, "etcd"), undo);
  const log = join(dir, "log");
  const children = new Set<ChildProcess>();
  return {
    name,
    address,
    data: data.path,
    dataDisk: data.disk,
    state: state.path,
    log,
    start(program, args) {
      const user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"];
      const out = openSync(log, "a");
      const env = { PATH: process.env.PATH, LC_ALL: "C.UTF-8", HOME: dir };
      const words = ["netns", "exec", namespace, ...user, program, ...args];
      const child = spawn("ip", words, { env, stdio: ["ignore", out, out], detached: true });
      closeSync(out);
      children.add(child);
      child.once("exit", () => children.delete(child));
    },
    async kill() {
      const ending = [...children].map((child) => once(child, "exit"));
      // A process that was forked while the list was made is on the next one.
      for (let pids = inside(namespace); pids.length > 0; pids = inside(namespace)) {
        for (const pid of pids) killIfThere(pid);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await Promise.all(ending);
    },
    cut: () => void ip("link", "set", namespace, "down"),
    mend: () => void ip("link", "set", namespace, "up"),
  };
}

/** Mounts a disk that belongs to the user postgres. */
function diskAt(path: string, undo: (() => void)[]): { path: string; disk: SmallDisk } {
  const disk = mountSmallDisk(path, diskMegabytes);
  if (!disk) throw new Error("this user may not mount a small disk, which each machine has");
  undo.push(() => disk.unmount());
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  chownSync(path, Number(uid), Number(gid));
  return { path, disk };
}

/** The processes of a namespace, without those that have ended and are not collected yet. */
const inside = (namespace: string): number[] =>
  ip("netns", "pids", namespace)
    .split("\n")
    .filter(Boolean)
    .map(Number)
    .filter((pid) => !isZombie(pid));

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
