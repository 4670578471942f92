import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import {
  createOrderedStorages,
  obeying,
  ordersText,
  type StorageOrders,
  underOrders,
} from "./storage-orders.ts";

const order = (more: object = {}): StorageOrders => ({
  database: { told: ["X-Sandbox-Fault", "a-rule"], unavailable: true, delays_ms: [], ...more },
});
let now = 0;
const ordered = () => createOrderedStorages(() => now);

async function asked(app: RequestListener, headers: Record<string, string> = {}): Promise<Response> {
  const server = createServer(obeying(app));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers });
}

it("without orders nothing is waited for", () => {
  const { gates, searchLagMs } = ordered();
  expect([gates.database(), gates.objectStore(), searchLagMs(), ordersText()]).toEqual([
    undefined,
    undefined,
    0,
    undefined,
  ]);
});

it("what stands holds for background work until its end, and for no request that has its own orders", async () => {
  const { gates, searchLagMs, follow } = ordered();
  follow({ orders: order(), searchLagMs: 2_000, forMs: 1_000 });
  await expect(gates.database()).rejects.toMatchObject({ unavailable: true });
  expect(gates.objectStore()).toBeUndefined();
  expect(searchLagMs()).toBe(2_000);
  expect(underOrders({}, () => gates.database())).toBeUndefined();
  now += 1_000;
  expect([gates.database(), searchLagMs()]).toEqual([undefined, 0]);
});

it("orders travel in a header to another process, whose answer tells of what they did", async () => {
  const { gates } = ordered();
  const text = underOrders(order({ unavailable: false, delays_ms: [1, 2] }), ordersText);
  const app: RequestListener = (_req, res) => {
    void Promise.resolve(gates.database()).then(() => res.end(ordersText()));
  };
  const answer = await asked(app, { "x-marketplace-storage": text ?? "" });
  expect(answer.headers.get("x-sandbox-fault")).toBe("a-rule");
  expect(await answer.text()).toBe(text);
  expect((await asked(app)).headers.get("x-sandbox-fault")).toBeNull();
  const unread = await asked(app, { "x-marketplace-storage": "{}" });
  expect(unread.headers.get("x-sandbox-fault")).toBeNull();
});
