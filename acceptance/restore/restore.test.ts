import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "../notifications/receiver.ts";
import { newDataDir, started } from "../process/running.ts";
import type { Product } from "../product/product.ts";
import { expectListsWhole, expectWhole, expectWritable } from "./checks.ts";
import { ask, plentifulItem, startTraffic, type Traffic } from "./traffic.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The sweep treats uploads without a row as leftovers after two seconds instead of a quarter of an hour. */
const shortTimeouts = {
  UPLOAD_TIMEOUT_SECONDS: "1",
  SWEEP_GRACE_SECONDS: "2",
  SWEEP_INTERVAL_SECONDS: "3600",
};

/** A product that is written to gives uploads the time that they take on a busy machine. */
const longTimeouts = { ...shortTimeouts, UPLOAD_TIMEOUT_SECONDS: "10", SWEEP_GRACE_SECONDS: "20" };

/** Runs the command-line tool on a data directory; returns its JSON lines. */
async function tool(dataDir: string, ...words: string[]): Promise<Record<string, unknown>[]> {
  const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  const env = { ...process.env, ...shortTimeouts, PATH: path, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)("node", ["scripts/marketplace.mjs", ...words], {
    cwd: root,
    env,
  });
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line));
}

/** Waits until the writers have finished this many rounds. */
const wrote = (traffic: Traffic, count: number) =>
  expect.poll(() => traffic.written.length, { timeout: 200_000 }).toBeGreaterThanOrEqual(count);

async function notifyTo(product: Product, url: string): Promise<void> {
  const { applications, users } = product.sandbox;
  const body = { callback_url: url, topics: ["questions"] };
  const path = `/applications/${applications.default.id}`;
  expect((await ask(product, "PUT", path, { as: users.seller_mla, body })).status).toBe(200);
}

test("a backup taken while the product is written to restores whole: docs/backup-and-restore.md, one process", {
  timeout: 900_000,
}, async () => {
  const dataDir = await newDataDir();
  const copy = `${dataDir}-copy`;
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const toldOf = () => receiver.received.map(({ body }) => body.resource);
  const first = await started({ dataDir, prepared: true });
  await notifyTo(first, receiver.url);
  const item = await plentifulItem(first);
  const traffic = startTraffic(first, item);
  await wrote(traffic, 60);
  const before = traffic.written.slice();
  await tool(dataDir, "backup", copy);
  const delivered = toldOf();
  await wrote(traffic, traffic.written.length + 30);
  await traffic.stop();
  first.signal("SIGTERM");
  expect(await first.ended).toMatchObject({ code: 0 });
  const told = receiver.received.length;

  const second = await started({ dataDir: copy, env: longTimeouts });
  expect(second.sandbox.users).toEqual(first.sandbox.users);
  await expectWhole(second, before, "none");
  const present = await expectWhole(second, traffic.written, "some");
  expect(present.length).toBeGreaterThanOrEqual(before.length);
  await expectListsWhole(
    second,
    traffic.written.flatMap((one) => (one.kind === "order" ? [one.id] : [])),
  );

  await expectReconciled(copy);
  // Writes acknowledged after the copy do not count: the copy does not contain them.
  const again = () => [...delivered, ...toldOf().slice(told)];
  const due = present.flatMap((one) => (one.kind === "question" ? [`/questions/${one.id}`] : []));
  await expect
    .poll(() => due.filter((resource) => !again().includes(resource)), { timeout: 200_000 })
    .toEqual([]);
  await expectWritable(second, item, present);
  second.signal("SIGTERM");
  expect(await second.ended).toMatchObject({ code: 0 });

  // The second documented way: stop, copy, start.
  const third = `${dataDir}-copy-of-the-stopped`;
  await cp(dataDir, third, { recursive: true });
  const last = await started({ dataDir: third });
  await expectWhole(last, traffic.written, "none");
  await expectWritable(last, item, traffic.written);
});

/** No document lacks its object. Objects without a document are reported and removed. */
async function expectReconciled(dataDir: string): Promise<void> {
  const reconcile = async (...words: string[]) => {
    const lines = await tool(dataDir, "invoices", "reconcile", ...words);
    return { summary: lines.at(-1), kinds: new Set(lines.slice(0, -1).map(({ kind }) => kind)) };
  };
  const { kinds } = await reconcile("--mend");
  expect([...kinds].filter((kind) => kind !== "stray_object")).toEqual([]);
  expect((await reconcile()).summary).toMatchObject({ differences: 0 });
}
