import { z } from "zod";
import { namedObject } from "../graphql-names.schema.ts";

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);

const geometry = namedObject("Geometry", {
  type: z.literal("Polygon").describe("GeoJSON type"),
  coordinates: z
    .array(z.array(position))
    .describe("Closed, counter-clockwise rings of [longitude, latitude]"),
});

const price = namedObject("Price", {
  cents: z.string().describe("Digits after the decimal separator, such as 00"),
  currency_id: z.string().describe("Currency of the site"),
  decimal_separator: z.string().describe("Decimal separator of the country"),
  fraction: z.string().describe("Digits before the decimal separator, such as 4490"),
  symbol: z.string().describe("Currency symbol"),
});

/** The fields of a zone that its data file has too. */
const zoneProperties = {
  label: z.string().describe("Name to show"),
  neighborhoods: z.array(z.string()).describe("Neighborhoods in the zone"),
  scope: z.enum(["city", "metropolitan"]).describe("Part of the city itself or of its surroundings"),
  price: price.describe("What the seller is paid for a delivery"),
  is_mandatory: z.boolean().describe("Whether every seller of the area must deliver here"),
  enabled: z.boolean().describe("Whether the zone can be chosen"),
  transit_time: namedObject("TransitTime", {
    offset: z.int().describe("Days before it starts"),
    value: z.int().describe("Hours"),
  }).describe("Time on the way"),
};

/** A coverage zone. */
export const CoverageZone = z
  .strictObject({
    id: z.string().describe("Zone id"),
    ...zoneProperties,
    polygon: namedObject("Polygon", {
      type: z.literal("Feature").describe("GeoJSON type"),
      geometry: geometry.describe("GeoJSON geometry"),
      properties: namedObject("PolygonProperties", {
        name: z.string().describe("Name of the zone"),
      }).describe("GeoJSON properties"),
    }).describe("Outline of the zone"),
  })
  .meta({ id: "FlexZone" });
export type CoverageZone = z.output<typeof CoverageZone>;

const Point = z.strictObject({
  longitude: z.number().describe("Degrees"),
  latitude: z.number().describe("Degrees"),
});
/** A place on earth, in degrees. */
export type Point = z.output<typeof Point>;

/** A coverage area of the specification's table, with its zones. */
export const CoverageArea = z
  .strictObject({
    id: z.string().describe("Area id"),
    site_id: z.string().describe("Site of the area's country"),
    name: z.string().describe("Name of the area"),
    centre: Point.describe("A point in the middle of the area"),
    zones: z.array(CoverageZone).describe("The zones the area consists of"),
  })
  .meta({ id: "FlexCoverageArea" });
export type CoverageArea = z.output<typeof CoverageArea>;

/** A country's data file: a GeoJSON FeatureCollection of zones, with the areas as foreign members. */
export const CoverageFile = z.strictObject({
  type: z.literal("FeatureCollection"),
  site_id: z.string(),
  areas: z.array(z.strictObject({ id: z.string(), name: z.string(), centre: position })),
  features: z.array(
    z.strictObject({
      type: z.literal("Feature"),
      id: z.string(),
      properties: z.strictObject({ area_id: z.string(), name: z.string(), ...zoneProperties }),
      geometry,
    }),
  ),
});
export type CoverageFile = z.output<typeof CoverageFile>;
