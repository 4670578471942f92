import { onlyOperator, onlySeller, type Row } from "./row.ts";
import { documentedPack, once, pack, pdf } from "./things.ts";

const reconciliations = "/operations/invoice_reconciliations";
const bought = once(pack);
const documented = once(documentedPack);

/** Strangers get 403 for files of a pack, known or not (decisions 5.5). */
const parties = { buyer: "200", seller: "200" } as const;

export const invoicesRows: readonly Row[] = [
  {
    route: "POST /packs/{pack_id}/fiscal_documents",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: `/packs/${await pack()}/fiscal_documents`, body: pdf() }),
  },
  {
    route: "GET /packs/{pack_id}/fiscal_documents",
    refusal: "read",
    roles: { ...parties, else: "403 forbidden" },
    call: async () => ({ path: `/packs/${(await documented()).pack}/fiscal_documents` }),
  },
  {
    route: "GET /packs/{pack_id}/fiscal_documents/{fiscal_document_id}",
    refusal: "read",
    roles: { ...parties, else: "403 forbidden" },
    async call() {
      const { pack: id, file } = await documented();
      return { path: `/packs/${id}/fiscal_documents/${file}` };
    },
  },
  {
    route: "DELETE /packs/{pack_id}/fiscal_documents",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: `/packs/${(await documentedPack()).pack}/fiscal_documents` }),
  },
  {
    route: "POST /packs/{pack_id}/fiscal_documents/request",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({
      path: `/packs/${await bought()}/fiscal_documents/request`,
      body: { text: "¿CUIT?" },
    }),
  },
  {
    route: "GET /operations/invoice_reconciliations",
    refusal: "read",
    roles: onlyOperator("200"),
    call: () => ({ path: reconciliations }),
  },
  {
    route: "POST /operations/invoice_reconciliations",
    refusal: "write",
    roles: onlyOperator("201"),
    call: () => ({ path: reconciliations, body: { mend: false } }),
  },
  {
    route: "GET /operations/invoice_reconciliations/{id}",
    refusal: "read",
    roles: onlyOperator("404 not_found"),
    call: () => ({ path: `${reconciliations}/999999` }),
  },
];
