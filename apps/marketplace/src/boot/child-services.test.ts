import { spawn } from "node:child_process";
import { isAlive } from "@marketplace/database/embedded";
import { freePort } from "@marketplace/database/testing";
import { silentLogger } from "@marketplace/server";
import { expect, onTestFinished, test } from "vitest";
import { type ChildService, superviseService } from "./child-services.ts";

const policy = { firstWaitMs: 1, maxWaitMs: 4, healthyAfterMs: 60_000, maxFailures: 3 };
const listens =
  "require('node:http').createServer((_, res) => res.end()).listen(process.argv[1], '127.0.0.1')";

/** Supervises a one-line program; after `good` starts its processes exit at once. */
async function supervised(
  good: number,
  prepare?: () => Promise<void>,
): Promise<{ service: ChildService; pids: (number | undefined)[] }> {
  const port = await freePort();
  const pids: (number | undefined)[] = [];
  const start = () => {
    const program = pids.length < good ? listens : "process.exit(3)";
    const child = spawn(process.execPath, ["-e", program, String(port)], { stdio: "ignore" });
    pids.push(child.pid);
    return child;
  };
  const url = `http://127.0.0.1:${port}`;
  const service = superviseService({ name: "a-service", url, start, prepare, log: silentLogger(), policy });
  onTestFinished(() => service.stop());
  return { service, pids };
}

const kill = ({ pid = 0 }: ChildService, signal: NodeJS.Signals) => process.kill(pid, signal);
const answers = (service: ChildService) =>
  expect
    .poll(() =>
      fetch(`${service.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);

test.each(["SIGKILL", "SIGTERM"] as const)(
  "a process that %s ends is replaced by another one",
  async (signal) => {
    const { service, pids } = await supervised(3);
    await service.ready();
    for (let time = 1; time < 3; time++) {
      kill(service, signal);
      await expect.poll(() => pids.length).toBe(time + 1);
      await answers(service);
    }
    expect(new Set(pids).size).toBe(3);
    expect(service.pid).toBe(pids[2]);
  },
);

test("a process that ends before it was ever ready is not tried again: the start is refused", async () => {
  const { service, pids } = await supervised(0);
  await expect(service.ready()).rejects.toThrow("a-service did not start: its log above says why");
  expect(pids).toHaveLength(1);
});

test("a service that ends again and again is given up, with its name", async () => {
  const { service, pids } = await supervised(1);
  await service.ready();
  kill(service, "SIGKILL");
  expect((await service.lost).message).toBe("a-service ended 4 times in a row: its log above says why");
  expect(pids).toHaveLength(4);
});

test("a service that is restarted often has not failed", async () => {
  const { service, pids } = await supervised(6);
  await service.ready();
  // More often than it may fail in a row.
  for (let time = 0; time < 5; time++) await service.restart();
  expect(new Set(pids).size).toBe(6);
  await answers(service);
});

test("a service that is told to stop has no process any more, and gets none", async () => {
  const { service, pids } = await supervised(2);
  await service.ready();
  await service.stop();
  expect(pids.map((pid = 0) => isAlive(pid))).toEqual([false]);
});

test("what is to be done before a process is started again is tried again until it succeeds", async () => {
  const tried: (number | undefined)[] = [];
  const { service, pids } = await supervised(2, async () => {
    tried.push(pids.length);
    if (tried.length < 3) throw new Error("the database is away");
  });
  await service.ready();
  expect(tried).toEqual([]);
  kill(service, "SIGKILL");
  await expect.poll(() => pids.length).toBe(2);
  expect(tried).toEqual([1, 1, 1]);
  await answers(service);
});
