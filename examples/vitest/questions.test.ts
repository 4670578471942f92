// Tests of an integration that answers buyers' questions: each has a marketplace of its own.
import { createSandbox, type Sandbox } from "@marketplace-api/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox?.close());

test("a question is asked, the seller is notified and answers", async () => {
  await using world = await sandbox.world();
  const [buyer, seller] = [world.client("buyer_mla"), world.client("seller_mla")];

  const body = { item_id: world.fixtures.item_active, text: "¿Hacen factura A?" };
  const { data: question } = await buyer.POST("/questions", { body });

  const told = await world.notifications.next("questions");
  expect(told.resource).toBe(`/questions/${question?.id}`);
  const { data: answered } = await seller.POST("/answers", {
    body: { question_id: Number(told.resource.split("/").at(-1)), text: "Sí, con cada compra." },
  });
  expect(answered?.status).toBe("ANSWERED");
});

test("a sale is on its way after two days", async () => {
  await using world = await sandbox.world();
  const { created } = await world.trigger("order.paid");
  const path = { shipment_id: `${created.shipment_id}` };

  await world.clock.advance("PT48H");

  const seller = world.client("seller_mla");
  const shipment = await seller.GET("/shipments/{shipment_id}", { params: { path } });
  expect(shipment.data).toMatchObject({ status: "shipped" });
});

test("the client waits and asks again when it is told that it asks too often", async () => {
  await using world = await sandbox.world();
  const path = "/questions/search";
  await world.faults([{ match: { path, first: 2 }, effect: { status: 429, retry_after: 1 } }]);

  const query = { item: world.fixtures.item_active };
  const { data } = await world.client("seller_mla").GET(path, { params: { query } });

  expect(data?.total).toBeGreaterThan(0);
  const requests = await world.requests({ path });
  expect(requests.map(({ status }) => status)).toEqual([200, 429, 429]);
});
