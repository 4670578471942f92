import { z } from "zod";

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);

const price = z.strictObject({
  cents: z.string(),
  currency_id: z.string(),
  decimal_separator: z.string(),
  fraction: z.string(),
  symbol: z.string(),
});

const polygonGeometry = z.strictObject({
  type: z.literal("Polygon"),
  coordinates: z.array(z.array(position)),
});

const zoneFeature = z.strictObject({
  type: z.literal("Feature"),
  id: z.string(),
  properties: z.strictObject({
    area_id: z.string(),
    name: z.string(),
    label: z.string(),
    neighborhoods: z.array(z.string()),
    scope: z.enum(["city", "metropolitan"]),
    price,
    is_mandatory: z.boolean(),
    enabled: z.boolean(),
    transit_time: z.strictObject({ offset: z.int(), value: z.int() }),
  }),
  geometry: polygonGeometry,
});

/** A country's coverage file: a GeoJSON FeatureCollection of zones, with the areas as foreign members (RFC 7946, 6.1). */
export const coverageFile = z.strictObject({
  type: z.literal("FeatureCollection"),
  site_id: z.string(),
  areas: z.array(z.strictObject({ id: z.string(), name: z.string(), centre: position })),
  features: z.array(zoneFeature),
});

export type CoverageFile = z.infer<typeof coverageFile>;

/** What the seller is paid for a delivery in a zone: `fraction` and `cents` are digits, e.g. "4490" and "00". */
export type ZonePrice = z.infer<typeof price>;

/** A zone's outline as the configuration shows it; rings of [longitude, latitude], closed, counter-clockwise. */
export type ZonePolygon = {
  type: "Feature";
  geometry: z.infer<typeof polygonGeometry>;
  properties: { name: string };
};

/** One coverage zone; `transit_time.value` is in hours, `offset` in days before they start to count. */
export type CoverageZone = {
  id: string;
  label: string;
  neighborhoods: string[];
  scope: "city" | "metropolitan";
  price: ZonePrice;
  is_mandatory: boolean;
  enabled: boolean;
  transit_time: { offset: number; value: number };
  polygon: ZonePolygon;
};

/** A coverage area of the specification's table with its zones; `centre` is in degrees. */
export type CoverageArea = {
  id: string;
  site_id: string;
  name: string;
  centre: Point;
  zones: CoverageZone[];
};

/** A place on earth, in degrees. */
export type Point = { longitude: number; latitude: number };
