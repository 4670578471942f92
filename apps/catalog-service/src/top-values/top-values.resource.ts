import { integerParam, wordParam } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { siteIdOf } from "../sites/sites.service.ts";
import { KnownAttributes, TopValue } from "./top-values.schema.ts";
import { readTopValues } from "./top-values.service.ts";

/** The specification names no default limit, so it is the highest one. */
const maxValues = 1_000;

export const topValuesResource = resource({
  name: "Top values",
  description: "The values of an attribute that new listings of a domain use most",
  fields: TopValue,
  related: ["/categories/{id}/attributes"],
  operations: [
    operation({
      id: "readTopValues",
      method: "POST",
      path: "/catalog_domains/{domain_id}/attributes/{attribute_id}/top_values",
      summary:
        "Reads the most used values of an attribute, of listings with known attributes if some are given",
      example: "/catalog_domains/MLA-CARS_AND_VANS/attributes/BRAND/top_values",
      access: "read",
      params: {
        domain_id: z.string().max(200).describe("Domain id, with its site"),
        attribute_id: z.string().max(200).describe("Attribute id"),
      },
      query: {
        limit: integerParam({ min: 1, max: maxValues })
          .default(maxValues)
          .describe("Number of values, 1 to 1000"),
        metric_type: wordParam(["NOL_90"])
          .default("NOL_90")
          .describe("NOL_90: new listings of the last 90 days"),
      },
      body: KnownAttributes.optional(),
      response: z.array(TopValue),
      errors: [problems.domain_not_found, problems.attribute_not_found],
      site: ({ params }) => siteIdOf(params.domain_id),
      handle: ({ params, query, body }, deps) =>
        readTopValues(
          {
            domainId: params.domain_id,
            attributeId: params.attribute_id,
            known: body?.known_attributes ?? [],
            limit: query.limit,
          },
          deps,
        ),
    }),
  ],
});
