import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import {
  createFaultInjector,
  encodedFaults,
  faultsHeader,
  type InjectedFaults,
  injectingFaults,
  withFaults,
} from "./fault-injection.ts";

const databaseFault = (more: object = {}): InjectedFaults => ({
  database: { header: ["X-Sandbox-Fault", "a-rule"], unavailable: true, delays_ms: [], ...more },
});
let now = 0;
const createInjector = () => createFaultInjector(() => now);

async function fetchFrom(app: RequestListener, headers: Record<string, string> = {}): Promise<Response> {
  const server = createServer(injectingFaults(app));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers });
}

it("without faults nothing is waited for", () => {
  const { gates, searchLagMs } = createInjector();
  expect([gates.database(), gates.objectStore(), searchLagMs(), encodedFaults()]).toEqual([
    undefined,
    undefined,
    0,
    undefined,
  ]);
});

it("background faults end by themselves, and no request with faults of its own meets them", async () => {
  const { gates, searchLagMs, setBackgroundFaults } = createInjector();
  setBackgroundFaults({ faults: databaseFault(), searchLagMs: 2_000, forMs: 1_000 });
  await expect(gates.database()).rejects.toMatchObject({ unavailable: true });
  expect(gates.objectStore()).toBeUndefined();
  expect(searchLagMs()).toBe(2_000);
  expect(withFaults({}, () => gates.database())).toBeUndefined();
  now += 1_000;
  expect([gates.database(), searchLagMs()]).toEqual([undefined, 0]);
});

it("faults travel in a header to another process, whose response names the rule", async () => {
  const { gates } = createInjector();
  const text = withFaults(databaseFault({ unavailable: false, delays_ms: [1, 2] }), encodedFaults);
  const app: RequestListener = (_req, res) => {
    void Promise.resolve(gates.database()).then(() => res.end(encodedFaults()));
  };
  const answer = await fetchFrom(app, { [faultsHeader]: text ?? "" });
  expect(answer.headers.get("x-sandbox-fault")).toBe("a-rule");
  expect(await answer.text()).toBe(text);
  expect((await fetchFrom(app)).headers.get("x-sandbox-fault")).toBeNull();
  const unread = await fetchFrom(app, { [faultsHeader]: "{}" });
  expect(unread.headers.get("x-sandbox-fault")).toBeNull();
});
