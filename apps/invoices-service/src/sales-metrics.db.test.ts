import { startTelemetry } from "@marketplace/telemetry";
import { expect, it } from "vitest";
import { buyer, invoicesService, multipart, pdf, seller, xml } from "./service.fixture.ts";

const telemetry = await startTelemetry("test", {});
const { http, sale } = await invoicesService({ telemetry: telemetry.of("invoices-service") });
const told = async (metric: string) =>
  new RegExp(`^${metric}\\{service="invoices-service"\\} (\\d+)$`, "m").exec(
    (await telemetry.exposition?.())?.text ?? "",
  )?.[1];

it("every order of a purchase is counted once it is stored, and a repetition is none", async () => {
  expect(await told("marketplace_orders_total")).toBe("0");
  const items = [
    { id: "MLA100", quantity: 1 },
    { id: "MLA101", quantity: 1 },
  ];
  const purchase = { as: buyer, body: { items }, headers: { "Idempotency-Key": "one" } };
  for (const _ of ["first", "again"]) expect((await http.post("/orders", purchase)).status).toBe(201);
  await http.post("/orders", { as: buyer, body: { items: [{ id: "MLA103", quantity: 1 }] } });
  expect(await told("marketplace_orders_total")).toBe("2");
});

it("every stored file is counted, a refused one is not", async () => {
  expect(await told("marketplace_uploads_total")).toBe("0");
  const { packId } = await sale();
  const path = `/packs/${packId}/fiscal_documents`;
  expect((await http.post(path, { as: seller, ...multipart([pdf(), xml()]) })).status).toBe(200);
  expect((await http.post(path, { as: seller, ...multipart([pdf()]) })).status).toBe(409);
  expect(await told("marketplace_uploads_total")).toBe("2");
});
