import { conforms } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { billingRequests } from "../billing-requests/billing-requests.resource.ts";
import { buyer, ids, invoicesService, multipart, pdf, seller, xml } from "../service.fixture.ts";
import { fiscalDocuments } from "./fiscal-documents.resource.ts";

const { http, sale, recordedEvents } = await invoicesService();

const pathOf = (packId: number | string) => `/packs/${packId}/fiscal_documents`;
const upload = (packId: number | string, parts = [pdf()]) =>
  http.post(pathOf(packId), { as: seller, ...multipart(parts) });
async function uploaded(parts = [pdf()]) {
  const { packId } = await sale();
  const answer = await upload(packId, parts);
  if (answer.status !== 200) throw new Error(`the upload failed: ${answer.text}`);
  return { packId, path: pathOf(packId), fileIds: answer.json<{ ids: string[] }>().ids };
}

describe("a fiscal document", () => {
  it("is uploaded by the seller, listed and downloaded byte by byte by both, and deleted", async () => {
    const { packId } = await sale();
    const answer = await upload(packId, [pdf(), xml({ type: "text/xml", content: "<a>ñ</a>" })]);
    expect(answer.status).toBe(200);
    const { ids: fileIds } = answer.json<{ ids: string[] }>();
    expect(fileIds).toEqual([expect.stringMatching(/^3000000001_[\da-f-]{36}$/), expect.any(String)]);
    const list = {
      pack_id: packId,
      fiscal_documents: [
        {
          id: fileIds[0],
          date: "2026-03-10T15:00:00.000Z",
          file_type: "application/pdf",
          filename: "invoice.pdf",
        },
        { id: fileIds[1], date: "2026-03-10T15:00:00.000Z", file_type: "text/xml", filename: "invoice.xml" },
      ],
    };
    for (const as of [seller, buyer]) {
      expect((await http.get(pathOf(packId), { as })).json()).toEqual(list);
      const file = await http.get(`${pathOf(packId)}/${fileIds[1]}`, { as });
      expect([file.status, file.text, file.headers["content-type"]]).toEqual([200, "<a>ñ</a>", "text/xml"]);
    }
    const deleted = await http.delete(pathOf(packId), { as: seller });
    expect(deleted.json()).toEqual({
      message: `The fiscal_documents with the following ids: ${fileIds.join(", ")} were deleted`,
    });
    const empty = await http.get(pathOf(packId), { as: buyer });
    expect([empty.status, empty.json()]).toEqual([200, { pack_id: packId, fiscal_documents: [] }]);
    const event = { topic: "invoices", resource: pathOf(packId), user_id: ids.buyer };
    // Of the upload, and of the deletion.
    expect((await recordedEvents()).slice(-2)).toEqual([event, event]);
  });
});

conforms(fiscalDocuments, {
  http,
  as: seller,
  examples: {
    uploadFiscalDocuments: async () => ({
      params: { pack_id: (await sale()).packId },
      ...multipart([pdf()]),
    }),
    listFiscalDocuments: async () => ({ params: { pack_id: (await sharedUpload()).packId } }),
    downloadFiscalDocument: async () => {
      const { packId, fileIds } = await sharedUpload();
      return { params: { pack_id: packId, fiscal_document_id: fileIds[0] ?? "" } };
    },
    deleteFiscalDocuments: async () => ({ params: { pack_id: (await uploaded()).packId } }),
  },
});

let shared: ReturnType<typeof uploaded> | undefined;
function sharedUpload() {
  shared ??= uploaded();
  return shared;
}

conforms(billingRequests, {
  http,
  as: seller,
  examples: {
    requestBillingData: async () => ({
      params: { pack_id: (await sale()).packId },
      body: { text: "¿Su CUIT?" },
    }),
  },
});
