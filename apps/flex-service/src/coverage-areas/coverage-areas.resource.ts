import { z } from "zod";
import { flexSiteParam, invalidPath, pathProblems } from "../access/flex-path.schema.ts";
import { operation, resource } from "../kit.ts";
import { CoverageArea } from "./coverage-areas.schema.ts";
import { areasOf } from "./coverage-areas.service.ts";

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

/** Where Flex delivers. */
export const coverageAreas = resource({
  name: "Flex coverage areas",
  description: "The areas in which sellers can deliver by Flex: their addresses must lie in one",
  fields: CoverageArea,
  related: ["/sites"],
  connections: { site_id: "/sites/{id}" },
  operations: [listCoverageAreas],
});
