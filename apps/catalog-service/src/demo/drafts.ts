import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import type { DemoLeaf } from "./categories.ts";
import type { Random } from "./random.ts";
import { type Brand, brandsOf, listFor } from "./source.ts";
import { fuelIndex, type VehicleModel, vehicleModels } from "./vehicles.ts";
import { type Value, valueFrom } from "./vocabulary.ts";

/** A generated product before its title is written. */
export interface Draft {
  readonly noun: string;
  readonly features: readonly string[];
  /** Attribute values by attribute id; the model always belongs to the brand. */
  readonly values: ReadonlyMap<string, Value>;
  readonly vehicle: VehicleModel | null;
}

/** What a leaf's drafts are drawn from. */
export interface Stock {
  readonly leaf: DemoLeaf;
  readonly nouns: readonly string[];
  readonly brands: readonly Brand[];
  readonly features: readonly string[];
  readonly vehicles: readonly VehicleModel[];
  readonly drawn: readonly CategoryAttribute[];
}

/** Attributes that are drawn together. */
const linked = new Set(["BRAND", "MODEL", "TRIM", "VEHICLE_YEAR"]);

/** Collects what a leaf's drafts are drawn from. */
export function stockOf(leaf: DemoLeaf): Stock {
  const { site, category, source } = leaf;
  return {
    leaf,
    nouns: listFor(site, source.words ?? source.name),
    brands: brandsOf(source, site),
    features: listFor(site, source.features),
    vehicles: vehicleModels(source.domain ?? "", site),
    drawn: category.attributes.filter(
      (attribute) => attribute.values !== undefined && !linked.has(attribute.id),
    ),
  };
}

function drawFeatures(list: readonly string[], random: Random): string[] {
  if (list.length === 0) return [];
  return [...new Set([random.pick(list), random.pick(list)])];
}

function drawBrand(stock: Stock, random: Random, values: Map<string, Value>): void {
  if (stock.brands.length === 0) return;
  const site = stock.leaf.site;
  const brand = random.pick(stock.brands);
  values.set("BRAND", valueFrom("BRAND", brand.name, site));
  if (brand.models.length > 0) values.set("MODEL", valueFrom("MODEL", random.pick(brand.models), site));
}

function drawVehicle(stock: Stock, random: Random, values: Map<string, Value>): VehicleModel | null {
  if (stock.vehicles.length === 0) return null;
  const site = stock.leaf.site;
  const vehicle = random.pick(stock.vehicles);
  const year = random.integer(vehicle.years.from, vehicle.years.to);
  values.set("BRAND", valueFrom("BRAND", vehicle.brand, site));
  values.set("MODEL", valueFrom("MODEL", vehicle.model, site));
  values.set("VEHICLE_YEAR", valueFrom("VEHICLE_YEAR", String(year), site));
  values.set("TRIM", valueFrom("TRIM", random.pick(vehicle.trims), site));
  return vehicle;
}

/** The trim decides the fuel; every fourth gasoline vehicle is converted to gas (or is a flex). */
function drawFuel(stock: Stock, random: Random, values: Map<string, Value>): void {
  const fuels = stock.drawn.find((attribute) => attribute.id === "FUEL_TYPE")?.values;
  if (fuels === undefined) return;
  const body = stock.leaf.source.domain === "TRUCKS" ? "TRUCKS" : "other";
  const index = fuelIndex(values.get("TRIM")?.name ?? "", body);
  const fuel = fuels[index === 0 && random.chance(0.25) ? 2 : index];
  if (fuel !== undefined) values.set("FUEL_TYPE", fuel);
}

/** Draws one product of the leaf. */
export function draw(stock: Stock, random: Random): Draft {
  const values = new Map<string, Value>();
  const vehicle = drawVehicle(stock, random, values);
  if (vehicle === null) drawBrand(stock, random, values);
  for (const attribute of stock.drawn) {
    if (attribute.values !== undefined) values.set(attribute.id, random.pick(attribute.values));
  }
  if (vehicle !== null) drawFuel(stock, random, values);
  return {
    noun: random.pick(vehicle?.words ?? stock.nouns),
    features: drawFeatures(vehicle?.features ?? stock.features, random),
    values,
    vehicle,
  };
}
