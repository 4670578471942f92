import { booleanParam, bytes, siteIdParam, utcTimestamp } from "@marketplace/conventions";
import { CategoryWire } from "../categories/categories.schema.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { siteOf } from "../sites/sites.service.ts";
import { treeDump } from "./tree-dumps.service.ts";

export const treeDumpsResource = resource({
  name: "Category tree",
  description: "The whole category tree of a site as one gzip-encoded JSON object, keyed by category id",
  fields: CategoryWire,
  related: ["/sites/{site_id}/categories", "/categories/{id}"],
  connections: { id: "/categories/{id}" },
  operations: [
    operation({
      id: "getCategoryTree",
      method: "GET",
      path: "/sites/{site_id}/categories/all",
      anonymous: true,
      summary: "Downloads the whole category tree of a site",
      example: "/sites/MLA/categories/all",
      params: { site_id: siteIdParam().describe("Site id") },
      query: {
        withAttributes: booleanParam()
          .default(false)
          .describe("Whether each category carries its attributes"),
      },
      file: "application/json; charset=utf-8",
      mask: "none",
      errors: [problems.site_not_found],
      cache: { seconds: 60, keys: ["tree"] },
      site: ({ params }) => params.site_id,
      handle: async ({ params, query }, deps) => {
        const { id } = siteOf(params.site_id);
        const dump = await treeDump({ siteId: id, withAttributes: query.withAttributes }, deps);
        return bytes(dump.body, "application/json; charset=utf-8", {
          headers: {
            "Content-Encoding": "gzip",
            "X-Content-Created": utcTimestamp(dump.createdAt),
            "X-Content-MD5": dump.md5,
            ETag: `"${dump.md5}"`,
          },
        });
      },
    }),
  ],
});
