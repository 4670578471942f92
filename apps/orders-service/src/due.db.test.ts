import { expect, it } from "vitest";
import { dueWorkOf } from "./index.ts";
import { uploads } from "./messages/attachments/attachments.fixture.ts";
import { lifeOf } from "./orders/order-life.fixture.ts";
import { ordersService, seller } from "./orders.fixture.ts";

const service = await ordersService();
const { clock, deps, http, recordedEvents } = service;
const life = lifeOf(service);
const work = dueWorkOf(deps);
const hour = 3_600_000;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * hour);

it("lists what ends within a range, and ends it at that moment", async () => {
  const file = await uploads(http).uploaded(seller);
  const { id } = await life.buyOne("none");
  await life.buyOne();
  const [after, ofFile, ofOrder] = [clock.now(), inHours(48), inHours(72)];
  const range = { after, until: ofOrder, limit: 10 };
  expect(await work.list(range)).toEqual([
    { at: ofFile, kind: "expiry", id: `/messages/attachments/${file}`, passive: false },
    { at: ofOrder, kind: "expiry", id: `/orders/${id}`, passive: false },
  ]);
  expect(await work.list({ ...range, until: new Date(ofFile.getTime() - 1) })).toEqual([]);
  clock.set(ofFile);
  await work.run();
  expect(await work.list(range)).toMatchObject([{ id: `/orders/${id}` }]);
  clock.set(ofOrder);
  await work.run();
  expect(await work.list(range)).toEqual([]);
  expect(await life.read(id)).toMatchObject({ status: "cancelled" });
  // They are published.
  expect(await recordedEvents()).toEqual([]);
});
