import { z } from "zod";
import { flexSiteParam, invalidPath, pathProblems } from "../access/flex-path.schema.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { CoverageArea, CoverageZone } from "./coverage-areas.schema.ts";
import { areasOf, locate } from "./coverage-areas.service.ts";

const listCoverageAreas = operation({
  id: "listFlexCoverageAreas",
  method: "GET",
  path: "/shipping/flex/sites/{site_id}/coverage_areas",
  summary: "Lists the areas of a site in which Flex delivers, with their zones",
  example: "/shipping/flex/sites/MLA/coverage_areas",
  params: { site_id: flexSiteParam() },
  response: z.array(CoverageArea),
  errors: pathProblems,
  problems: { invalid: invalidPath },
  handle: ({ params }) => areasOf(params.site_id),
});

const degrees = (what: string, limit: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/, "must be a decimal number")
    .transform(Number)
    .refine((value) => Math.abs(value) <= limit, `must be from -${limit} to ${limit}`)
    .describe(`Degrees of ${what}, such as -34.6`);

const Place = z
  .object({
    area: CoverageArea.omit({ zones: true }).describe("The area it lies in"),
    zone: CoverageZone.describe("The zone it lies in; on a shared border the one listed first"),
  })
  .meta({ id: "FlexPlace" });

const locatePlace = operation({
  id: "locateFlexPlace",
  method: "GET",
  path: "/shipping/flex/sites/{site_id}/coverage_areas/search",
  summary: "Finds the area and the zone in which a place lies",
  example: "/shipping/flex/sites/MLA/coverage_areas/search?latitude=-34.6037&longitude=-58.3816",
  params: { site_id: flexSiteParam() },
  query: { latitude: degrees("latitude", 90), longitude: degrees("longitude", 180) },
  response: Place,
  errors: [...pathProblems, problems.outside_coverage],
  problems: { invalid: invalidPath },
  handle({ params, query }) {
    const found = locate(params.site_id, query);
    if (!found) throw problems.outside_coverage();
    const { zones: _, ...area } = found.area;
    return { area, zone: found.zone };
  },
});

/** Where Flex delivers. */
export const coverageAreas = resource({
  name: "Flex coverage areas",
  description: "The areas in which sellers can deliver by Flex: their addresses must lie in one",
  fields: CoverageArea,
  related: ["/sites"],
  connections: { site_id: "/sites/{id}" },
  operations: [listCoverageAreas, locatePlace],
});
