import { integerParam, isBlank, siteIdParam, wordParam } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { DomainPrediction } from "./discovery.schema.ts";
import { discoverDomains } from "./discovery.service.ts";

const maxTitleLength = 512;
const maxPredictions = 8;

const titleParam = z
  .string()
  .max(maxTitleLength, `may have at most ${maxTitleLength} characters`)
  .refine((text) => !isBlank(text), "must not be empty")
  .describe("Title of an item, fully in the site's language");

export const discoveryResource = resource({
  name: "Domain discovery",
  description: "Predicts domain, category and attributes of an item by its title",
  fields: DomainPrediction,
  related: ["/sites/{site_id}/categories", "/items"],
  connections: { category_id: "/categories/{id}" },
  operations: [
    operation({
      id: "discoverDomains",
      method: "GET",
      path: "/sites/{site_id}/domain_discovery/search",
      summary: "Predicts where an item belongs, the most probable first",
      example: "/sites/MLA/domain_discovery/search?q=celular%20samsung%20galaxy",
      params: { site_id: siteIdParam().describe("Site id") },
      query: {
        q: titleParam,
        limit: integerParam({ min: 1, max: maxPredictions })
          .default(4)
          .describe("Number of predictions, 1 to 8"),
        target: wordParam(["core", "classified"])
          .optional()
          .describe("classified: only categories for classified ads; core: only the others"),
      },
      response: z.array(DomainPrediction),
      errors: [problems.site_not_found],
      cache: { seconds: 60, keys: ["tree", "titles"] },
      site: ({ params }) => params.site_id,
      handle: ({ params, query: { q, limit, target } }, deps) =>
        discoverDomains({ siteId: params.site_id, title: q, limit, target }, deps),
    }),
  ],
});
