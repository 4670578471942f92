import { startTelemetry } from "@marketplace/telemetry";
import { expect, it } from "vitest";
import { buyer, ordersService } from "../orders.fixture.ts";

const telemetry = await startTelemetry("test", {});
const { http } = await ordersService({ telemetry: telemetry.of("orders-service") });
const told = async () =>
  /^marketplace_orders_total\{service="orders-service"\} (\d+)$/m.exec(
    (await telemetry.exposition?.())?.text ?? "",
  )?.[1];

it("every order of a purchase is counted once it is stored, and a repetition is none", async () => {
  expect(await told()).toBe("0");
  const items = [
    { id: "MLA100", quantity: 1 },
    { id: "MLA101", quantity: 1 },
  ];
  const purchase = { as: buyer, body: { items }, headers: { "Idempotency-Key": "one" } };
  for (const _ of ["first", "again"]) expect((await http.post("/orders", purchase)).status).toBe(201);
  await http.post("/orders", { as: buyer, body: { items: [{ id: "MLA103", quantity: 1 }] } });
  expect(await told()).toBe("2");
});
