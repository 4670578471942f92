import { expect, onTestFinished, test } from "vitest";
import { type RequestOptions, sendTo } from "../api/api.ts";
import { startReceiver } from "../notifications/receiver.ts";
import type { Product } from "../product/product.ts";
import { newDataDir, started } from "./running.ts";

interface Fired {
  at: string;
  kind: string;
  id: string;
}
interface Moved {
  now: string;
  offset_ms: number;
  frozen: boolean;
  fired: Fired[];
}
interface Order {
  id: number;
  status: string;
  shipping: { id: number };
}

const hourMs = 3_600_000;
/** A shipment of the demo is delivered 72 hours after the seller has it. */
const untilDelivered = 73;

const shapes: [shape: string, options: string[]][] = [
  ["one process", []],
  ["six processes", ["--split"]],
];

/** Asks a product, and moves its clock. */
function driving({ baseUrl, sandbox }: Product) {
  const { admin_token: token } = sandbox.sandbox;
  const ask = async <T>(
    method: string,
    path: string,
    { status, ...what }: RequestOptions & { status: number },
  ) => {
    const answer = await sendTo(baseUrl, method, { path, ...what });
    expect({ path, status: answer.status, text: answer.text }).toMatchObject({ path, status });
    return { headers: answer.headers, body: answer.json<T>() };
  };
  return {
    ask,
    clock: async () =>
      (await ask<Omit<Moved, "fired">>("GET", "/_sandbox/clock", { token, status: 200 })).body,
    move: async (body: object, status = 200) =>
      (await ask<Moved>("POST", "/_sandbox/clock", { token, body, status })).body,
  };
}

/** A buyer without a past, whose token lives as long as any. */
async function newBuyer({ sandbox: { users } }: Product, { ask }: ReturnType<typeof driving>) {
  const body = { site_id: "MLA" };
  const made = await ask<{ access_token: string }>("POST", "/users/test_user", {
    as: users.seller_mla,
    body,
    status: 201,
  });
  return made.body;
}

test.each(shapes)(
  "the clock of the sandbox moves everything with it, in %s",
  {
    timeout: 600_000,
  },
  async (_shape, options) => {
    const dataDir = await newDataDir();
    const command: [string, ...string[]] = ["node", "scripts/start.mjs", ...options];
    const product = await started({ dataDir, prepared: true, command });
    const { ask, clock, move } = driving(product);
    const { users, fixtures, applications } = product.sandbox;
    expect(await clock()).toMatchObject({ offset_ms: 0, frozen: false });

    // A receiver that is away gets every attempt, at its time; then the notification is missed.
    const receiver = await startReceiver(() => 503);
    onTestFinished(() => receiver.close());
    const application = `/applications/${applications.default.id}`;
    const settings = { callback_url: receiver.url, topics: ["questions"] };
    await ask("PUT", application, { as: users.seller_mla, body: settings, status: 200 });
    const buyer = await newBuyer(product, driving(product));
    const question = { item_id: fixtures.item_active, text: "¿Sigue disponible?" };
    const asked = await ask<{ id: number }>("POST", "/questions", { as: buyer, body: question, status: 201 });
    const resource = `/questions/${asked.body.id}`;
    await expect.poll(() => receiver.of(resource).length).toBeGreaterThan(0);
    const moved = await move({ advance: "PT5H30M" });
    expect(moved.offset_ms).toBe(5.5 * hourMs);
    const [attempts, sent] = [
      receiver.of(resource),
      receiver.of(resource).map(({ body }) => Date.parse(body.sent)),
    ];
    expect(attempts.map(({ body }) => body.attempts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(sent.at(-1)).toBeGreaterThan((sent[0] ?? 0) + 40 * 60_000);
    for (const { headers } of attempts)
      expect(Math.abs(Number(headers["webhook-timestamp"]) * 1_000 - Date.now())).toBeLessThan(hourMs);
    expect(moved.fired.filter(({ kind }) => kind === "delivery").length).toBeGreaterThan(5);
    const missed = `/missed_feeds?app_id=${applications.default.id}`;
    const listed = await ask<{ messages: { resource: string }[] }>("GET", missed, {
      as: users.seller_mla,
      status: 200,
    });
    expect(listed.body.messages.map((one) => one.resource)).toContain(resource);
    await ask("PUT", application, { as: users.seller_mla, body: { callback_url: null }, status: 200 });

    // Answers tell the time of the world, cached ones too.
    for (const path of ["/users/me", `/items/${fixtures.item_active}`, `/items/${fixtures.item_active}`]) {
      const { headers } = await ask("GET", path, { as: buyer, status: 200 });
      expect(headers.get("X-Sandbox-Clock")).toBe("+19800");
      expect(Math.abs(Date.parse(headers.get("Date") ?? "") - Date.now() - 5.5 * hourMs)).toBeLessThan(
        60_000,
      );
    }

    // An access token ends after six hours, and not before.
    expect((await move({ advance: "PT31M" })).fired).toContainEqual({
      at: expect.any(String),
      kind: "expiry",
      id: expect.stringMatching(/^\/users\/\d+\/tokens\//),
    });
    await ask("GET", "/users/me", { as: buyer, status: 401 });

    // A shipment goes its way, each step at its time, and an order that nobody pays ends.
    const late = await newBuyer(product, driving(product));
    const buy = async (payment: object) => {
      const body = { items: [{ id: fixtures.item_active_2, quantity: 1 }], ...payment };
      const bought = await ask<{ orders: [Order] }>("POST", "/orders", { as: late, body, status: 201 });
      return bought.body.orders[0];
    };
    const [paid, unpaid] = [await buy({}), await buy({ payment: { status: "none" } })];
    const read = async ({ id }: Order) =>
      (
        await ask<Order & { date_created: string }>("GET", `/orders/${id}`, {
          as: users.seller_mla,
          status: 200,
        })
      ).body;
    const shipment = (await read(paid)).shipping.id;
    const { fired } = await move({ advance: `P${Math.ceil(untilDelivered / 24)}D` });
    const ofShipment = fired.filter(({ id }) => id === `/shipments/${shipment}`);
    expect(ofShipment.length).toBeGreaterThan(3);
    expect(ofShipment.every(({ kind }) => kind === "step")).toBe(true);
    expect(fired).toEqual(fired.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)));
    const state = await ask<{ status: string; status_history: { date_delivered: string } }>(
      "GET",
      `/shipments/${shipment}`,
      { as: users.seller_mla, status: 200 },
    );
    expect(state.body.status).toBe("delivered");
    const lastStep = Date.parse(ofShipment.at(-1)?.at ?? "");
    expect(Date.parse(state.body.status_history.date_delivered)).toBe(lastStep);
    const canceled = await read(unpaid);
    expect(canceled.status).toBe("cancelled");
    const end = fired.find(({ id }) => id === `/orders/${unpaid.id}`);
    expect(Date.parse(end?.at ?? "")).toBe(Date.parse(canceled.date_created) + 72 * hourMs);

    // The next cutoff of a Flex seller, and a clock that stands still.
    const cutoff = await move({ to_next: "cutoff" });
    expect(cutoff.fired.at(-1)).toMatchObject({
      kind: "cutoff",
      id: expect.stringMatching(/^\/shipping\/flex\//),
    });
    const frozen = await move({ freeze: true });
    expect((await clock()).now).toBe(frozen.now);
    for (const body of [{ to: "2026-01-01T00:00:00Z" }, { advance: "PT0S" }, { advance: "soon" }])
      await move(body, 400);

    // A restart changes nothing.
    await product.stop();
    const again = driving(await started({ dataDir, command }));
    expect(await again.clock()).toMatchObject({ now: frozen.now, frozen: true });
    expect(await again.move({ resume: true })).toMatchObject({ frozen: false });
    const newest = await newBuyer(product, { ...again });
    const me = await again.ask<{ registration_date: string }>("GET", "/users/me", {
      as: newest,
      status: 200,
    });
    expect(Date.parse(me.body.registration_date)).toBeGreaterThanOrEqual(Date.parse(frozen.now));
  },
);
