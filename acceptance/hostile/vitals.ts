import { readdir, readFile, readlink } from "node:fs/promises";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { memoryOf } from "../product/processes.ts";
import { base, bearer, bodyIn, head, say, statusOf, users } from "./sockets.ts";

/** Resources of a process. */
interface Held {
  sockets: number;
  /** Resident memory, in bytes. */
  memory: number;
}

const linesOf = async (path: string): Promise<string[]> =>
  (await readFile(path, "utf8").catch(() => "")).split("\n");

/** The inodes of the sockets that listen on a port of this machine (Linux). */
async function listeners(port: number): Promise<Set<string>> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = [...(await linesOf("/proc/net/tcp")), ...(await linesOf("/proc/net/tcp6"))];
  const rows = lines.map((line) => line.trim().split(/\s+/));
  const listening = rows.filter(([, address, , state]) => address?.endsWith(wanted) && state === "0A");
  return new Set(listening.map((row) => `socket:[${row[9]}]`));
}

async function socketsOf(pid: string): Promise<string[]> {
  const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = await Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")));
  return targets.filter((target) => target.startsWith("socket:"));
}

/** The process that listens on the public port; `undefined` when it cannot be seen from here. */
async function productPid(): Promise<string | undefined> {
  const wanted = await listeners(Number(new URL(base).port));
  for (const pid of await readdir("/proc").catch(() => []))
    if (/^\d+$/.test(pid) && (await socketsOf(pid)).some((socket) => wanted.has(socket))) return pid;
  return undefined;
}

async function heldBy(pid: string): Promise<Held> {
  return { sockets: (await socketsOf(pid)).length, memory: memoryOf(Number(pid)) };
}

/** Growth beyond this is a leak, not a heap that reached its working size. */
const memoryRoom = 400 * 1024 * 1024;
/** Connection pools may have opened a few connections meanwhile. */
const socketRoom = 60;

/** After a group of attacks the product is ready, answers, and has released the attackers' resources. */
export function expectWellAfterwards(): void {
  let pid: string | undefined;
  let before: Held | undefined;
  beforeAll(async () => {
    pid = await productPid();
    before = pid === undefined ? undefined : await heldBy(pid);
  });
  afterAll(async () => {
    expect(statusOf(await say(head("GET /readyz"), "\r\n"))).toBe(200);
    const me = await say(head("GET /users/me"), bearer(users.buyer_mla), "\r\n");
    expect(JSON.parse(bodyIn(me))).toMatchObject({ id: users.buyer_mla.id });
    if (pid === undefined || before === undefined) return;
    const process = pid;
    const most = before.sockets + socketRoom;
    const settled = async () => expect((await heldBy(process)).sockets).toBeLessThanOrEqual(most);
    await vi.waitFor(settled, { timeout: 100_000, interval: 200 });
    expect((await heldBy(process)).memory).toBeLessThan(before.memory + memoryRoom);
  });
}
