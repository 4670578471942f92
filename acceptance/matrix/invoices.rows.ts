import { onlySeller, type Row } from "./row.ts";
import { documentedPack, item, once, pack, pdf, purchase } from "./things.ts";

const order = once(async () => (await purchase(await item())).orders[0]?.id);
const bought = once(pack);
const documented = once(documentedPack);

/** Strangers get 404 for orders and packs, and 403 for files of a known pack (decisions 5.1, 5.5). */
const parties = { buyer: "200", seller: "200" } as const;

export const invoicesRows: readonly Row[] = [
  {
    route: "GET /orders/{id}",
    refusal: "read",
    roles: { ...parties, else: "404 not_found" },
    call: async () => ({ path: `/orders/${await order()}` }),
  },
  {
    route: "POST /orders",
    refusal: "write",
    // Sellers cannot buy from themselves.
    roles: { else: "201", seller: "403 forbidden" },
    call: async () => ({ path: "/orders", body: { items: [{ id: await item(), quantity: 1 }] } }),
  },
  {
    route: "GET /packs/{id}",
    refusal: "read",
    roles: { ...parties, else: "404 not_found" },
    call: async () => ({ path: `/packs/${await bought()}` }),
  },
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
];
