import { z } from "zod";

const site = {
  id: z.string().describe("Site id"),
  name: z.string().describe("Name of the country"),
  default_currency_id: z.string().describe("Currency in which the site sells"),
};

/** An element of the list of sites. */
export const SiteSummary = z.object(site).meta({ id: "SiteSummary" });

export const SiteWire = z
  .object({
    ...site,
    country_id: z.string().describe("ISO 3166-1 alpha-2 code of the country"),
    language: z.enum(["es", "pt"]).describe("Language of titles and categories"),
    time_zone: z.string().describe("IANA time zone"),
    currencies: z
      .array(z.object({ id: z.string(), symbol: z.string() }))
      .describe("Currencies in which items may be priced"),
    categories: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe("First level of the category tree"),
  })
  .meta({ id: "Site" });
