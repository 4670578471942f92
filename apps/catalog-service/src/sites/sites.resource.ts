import { siteIdParam } from "@marketplace/conventions";
import { z } from "zod";
import { currenciesOfSite } from "../currencies/currencies.service.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { SiteSummary, SiteWire } from "./sites.schema.ts";
import { siteOf, sites } from "./sites.service.ts";

export const sitesResource = resource({
  name: "Sites",
  description: "The countries of the marketplace",
  fields: SiteWire,
  related: ["/currencies", "/sites/{site_id}/categories"],
  connections: { id: "/sites/{id}", default_currency_id: "/currencies/{id}" },
  operations: [
    operation({
      id: "listSites",
      method: "GET",
      path: "/sites",
      anonymous: true,
      summary: "Lists all sites",
      response: z.array(SiteSummary),
      cache: { seconds: 60, keys: ["tree"] },
      handle: () => sites.map(({ id, name, default_currency_id }) => ({ id, name, default_currency_id })),
    }),
    operation({
      id: "getSite",
      method: "GET",
      path: "/sites/{id}",
      anonymous: true,
      summary: "Reads a site with its currencies and the first level of its categories",
      example: "/sites/MLA",
      params: { id: siteIdParam().describe("Site id") },
      response: SiteWire,
      errors: [problems.site_not_found],
      cache: { seconds: 60, keys: ["tree"] },
      site: ({ params }) => params.id,
      handle: async ({ params }, { categories }) => {
        const { id, name, default_currency_id, country_id, language, time_zone } = siteOf(params.id);
        return {
          id,
          name,
          default_currency_id,
          country_id,
          language,
          time_zone,
          currencies: currenciesOfSite(default_currency_id).map(({ id, symbol }) => ({ id, symbol })),
          categories: await categories.roots(params.id),
        };
      },
    }),
  ],
});
