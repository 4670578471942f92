import { expect, it } from "vitest";
import { sites } from "../../../catalog-service/src/demo/sites.ts";
import { zoneOf } from "./zones.rules.ts";

it("each site of the catalog has its own zone", () => {
  const own = (zone: (id: string) => string) => sites.map(({ id }) => [id, zone(id)]);
  expect(own(zoneOf)).toEqual(sites.map(({ id, time_zone }) => [id, time_zone]));
  expect(zoneOf(undefined)).toBe("UTC");
});
