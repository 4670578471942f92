import { startTelemetry } from "@marketplace/telemetry";
import { expect, it } from "vitest";
import { invoicesService, multipart, pdf, seller, xml } from "./service.fixture.ts";

const telemetry = await startTelemetry("test", {});
const { http, sale } = await invoicesService({ telemetry: telemetry.of("invoices-service") });
const told = async () =>
  /^marketplace_uploads_total\{service="invoices-service"\} (\d+)$/m.exec(
    (await telemetry.exposition?.())?.text ?? "",
  )?.[1];

it("every stored file is counted, a refused one is not", async () => {
  expect(await told()).toBe("0");
  const { packId } = await sale();
  const path = `/packs/${packId}/fiscal_documents`;
  expect((await http.post(path, { as: seller, ...multipart([pdf(), xml()]) })).status).toBe(200);
  expect((await http.post(path, { as: seller, ...multipart([pdf()]) })).status).toBe(409);
  expect(await told()).toBe("2");
});
