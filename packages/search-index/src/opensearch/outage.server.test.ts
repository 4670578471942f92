import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isUnavailable } from "@marketplace/conventions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNode, type TestNode } from "../../test-server/node.ts";
import { find, item, numbersFor } from "../conformance/items.ts";
import { newPrefix, openIndex, optionsFor } from "./server.fixture.ts";

let node: TestNode;
beforeAll(async () => {
  node = await startNode();
});
afterAll(() => node.remove());

const open = (prefix: string) => openIndex({ ...optionsFor(prefix), nodes: [node.url] });

const outageOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error,
  );

test("nothing is lost when the server is killed: changes since the cursor are applied again", async () => {
  const prefix = newPrefix();
  const index = await open(prefix);
  const changes = Array.from({ length: 30 }, (_, at) => ({
    put: Array.from({ length: 50 }, (_, no) => item(at * 50 + no + 1, { title: "mesa" })),
    remove: at > 0 ? [at] : [],
    cursor: String(at + 1),
  }));
  const killing = Promise.withResolvers<void>();
  const feeding = (async () => {
    for (const [at, change] of changes.entries()) {
      if (at === 10) void node.kill().then(killing.resolve);
      await index.apply(change);
    }
  })();
  expect(isUnavailable(await outageOf(feeding))).toBe(true);
  await killing.promise;
  expect(isUnavailable(await outageOf(find(index, { text: "mesa" })))).toBe(true);
  expect(
    isUnavailable(await outageOf(index.scan({ siteId: "MLA", keys: [] }, { before: undefined, limit: 1 }))),
  ).toBe(true);
  expect(isUnavailable(await outageOf(open(prefix)))).toBe(true);
  await node.start();
  await expect.poll(() => outageOf(find(index, { text: "mesa" }))).toBeUndefined();
  const reached = Number(index.cursor());
  expect(reached).toBeGreaterThanOrEqual(9);
  for (const change of changes.slice(reached)) await index.apply(change);
  expect(await find(index, { text: "mesa" })).toMatchObject({ total: 1_500 - 29 });
  const reopened = await open(prefix);
  expect(reopened.cursor()).toBe("30");
  expect(reopened.health().items).toBe(1_500 - 29);
  await reopened.close();
  await index.close();
});

test("a server that does not answer in time is an outage", async () => {
  const silent = createServer();
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const { port } = silent.address() as AddressInfo;
  const nodes = [`http://127.0.0.1:${port}`];
  const opening = openIndex({ ...optionsFor(newPrefix()), nodes, timeoutMs: 100 });
  expect(isUnavailable(await outageOf(opening))).toBe(true);
  silent.closeAllConnections();
  silent.close();
});

test("a mistake of our own is no outage", async () => {
  const index = await open(newPrefix());
  await index.apply({ put: [item(1, { title: "mesa" })], remove: [], cursor: "1" });
  const beyond = outageOf(find(index, {}, { offset: 20_000 }));
  expect(await beyond).toBeInstanceOf(Error);
  expect(isUnavailable(await beyond)).toBe(false);
  expect(await numbersFor(index, "mesa")).toEqual([1]);
  await index.close();
});
