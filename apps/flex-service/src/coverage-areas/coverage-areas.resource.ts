import { kit } from "@marketplace/conventions";
import { z } from "zod";
import { flexSiteParam, invalidPath, pathProblems } from "../access/flex-path.schema.ts";
import type { Deps } from "../deps.ts";
import { areasOf } from "./coverage-areas.service.ts";

const { operation, resource } = kit<Deps>();

const position = z.array(z.number()).length(2);

const Zone = z
  .object({
    id: z.string().describe("Zone id"),
    label: z.string().describe("Name to show"),
    neighborhoods: z.array(z.string()).describe("Neighbourhoods in the zone"),
    scope: z.enum(["city", "metropolitan"]).describe("Part of the city itself or of its surroundings"),
    price: z
      .object({
        cents: z.string().describe("Digits after the decimal separator"),
        currency_id: z.string().describe("Currency of the site"),
        decimal_separator: z.string().describe("Decimal separator of the country"),
        fraction: z.string().describe("Digits before the decimal separator"),
        symbol: z.string().describe("Currency symbol"),
      })
      .describe("What the seller is paid for a delivery"),
    is_mandatory: z.boolean().describe("Whether every seller of the area must deliver here"),
    enabled: z.boolean().describe("Whether the zone can be chosen"),
    transit_time: z
      .object({ offset: z.int().describe("Days before it starts"), value: z.int().describe("Hours") })
      .describe("Time on the way"),
    polygon: z
      .object({
        type: z.literal("Feature").describe("GeoJSON type"),
        geometry: z
          .object({
            type: z.literal("Polygon").describe("GeoJSON type"),
            coordinates: z.array(z.array(position)).describe("Closed rings of [longitude, latitude]"),
          })
          .describe("GeoJSON geometry"),
        properties: z
          .object({ name: z.string().describe("Name of the zone") })
          .describe("GeoJSON properties"),
      })
      .describe("Outline of the zone"),
  })
  .meta({ id: "FlexZone" });

const Area = z
  .object({
    id: z.string().describe("Area id"),
    site_id: z.string().describe("Site of the area's country"),
    name: z.string().describe("Name of the area"),
    centre: z
      .object({ longitude: z.number().describe("Degrees"), latitude: z.number().describe("Degrees") })
      .describe("A point in the middle of the area"),
    zones: z.array(Zone).describe("The zones the area consists of"),
  })
  .meta({ id: "FlexCoverageArea" });

const listCoverageAreas = operation({
  id: "listFlexCoverageAreas",
  method: "GET",
  path: "/shipping/flex/sites/{site_id}/coverage_areas",
  summary: "Lists the areas of a site in which Flex delivers, with their zones",
  example: "/shipping/flex/sites/MLA/coverage_areas",
  params: { site_id: flexSiteParam() },
  response: z.array(Area),
  errors: pathProblems,
  problems: { invalid: invalidPath },
  handle: ({ params }) => areasOf(params.site_id),
});

/** Where Flex delivers. */
export const coverageAreas = resource({
  name: "Flex coverage areas",
  description: "The areas in which sellers can deliver by Flex: their addresses must lie in one",
  fields: Area,
  related: ["/sites"],
  connections: { site_id: "/sites/{id}" },
  operations: [listCoverageAreas],
});
