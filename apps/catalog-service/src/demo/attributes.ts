import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import type { DemoSiteId } from "./sites.ts";
import { brandsOf, type SourceCategory, textFor } from "./source.ts";
import { knownModels, vehicleModels, vehicleYears } from "./vehicles.ts";
import {
  type Definition,
  definitionOf,
  distinct,
  groupName,
  profileOf,
  profileValuesOf,
  unitsOf,
  type Value,
  valueFrom,
  valuesOf,
} from "./vocabulary.ts";

type ValueLists = Map<string, Value[]>;

const named = (attribute: string, names: readonly string[], site: DemoSiteId): Value[] =>
  distinct(names.map((name) => valueFrom(attribute, name, site)));

/** Only trims of the items' models: other trims are common words that titles use for other things. */
function vehicleValues(domain: string, site: DemoSiteId): ValueLists {
  const models = knownModels(domain, site);
  const names = {
    BRAND: models.map(({ brand }) => brand),
    MODEL: models.map(({ model }) => model),
    TRIM: vehicleModels(domain, site).flatMap(({ trims }) => trims),
    VEHICLE_YEAR: vehicleYears,
  };
  return new Map(Object.entries(names).map(([id, list]) => [id, named(id, list, site)]));
}

function leafValues(source: SourceCategory, site: DemoSiteId): ValueLists {
  const brands = brandsOf(source, site);
  const lists: ValueLists = new Map();
  const brandNames = brands.map((brand) => brand.name);
  if (brandNames.length > 0) lists.set("BRAND", named("BRAND", brandNames, site));
  if (profileOf(source.profile ?? "generic").some(({ id }) => id === "VEHICLE_YEAR"))
    lists.set("VEHICLE_YEAR", named("VEHICLE_YEAR", vehicleYears, site));
  const models = brands.flatMap((brand) => brand.models);
  if (models.length > 0) lists.set("MODEL", named("MODEL", models, site));
  for (const text of [...profileValuesOf(source.profile ?? ""), ...(source.values ?? [])]) {
    const [attribute = "", values = ""] = text.split("=");
    lists.set(attribute, valuesOf(attribute, values, site));
  }
  return lists;
}

function attribute(id: string, tags: CategoryAttribute["tags"], { site, lists }: Context): CategoryAttribute {
  const definition = definitionOf(id);
  const values =
    lists.get(id) ?? (definition.values === undefined ? undefined : valuesOf(id, definition.values, site));
  return {
    id,
    name: textFor(site, definition.name),
    tags: {
      ...tags,
      ...(definition.hidden && { hidden: true }),
      ...(definition.varies && { allow_variations: true }),
    },
    hierarchy: definition.hierarchy,
    relevance: definition.relevance,
    ...(definition.kind !== undefined && { type: definition.kind }),
    value_type: definition.type,
    value_max_length: definition.type === "number" ? 18 : 255,
    ...(values && { values }),
    ...unitFields(definition, values),
    ...advice(definition, site),
    attribute_group_id: definition.group,
    attribute_group_name: groupName(definition.group, site),
  };
}

function unitFields(
  definition: Definition,
  values: readonly Value[] | undefined,
): Partial<CategoryAttribute> {
  const units = unitsOf(definition, values);
  const [usual] = units;
  if (usual === undefined) return {};
  return { allowed_units: units.map((unit) => ({ id: unit, name: unit })), default_unit: usual };
}

const advice = ({ hint, tooltip }: Definition, site: DemoSiteId): Partial<CategoryAttribute> => ({
  ...(hint !== undefined && { hint: textFor(site, hint) }),
  ...(tooltip !== undefined && { tooltip: textFor(site, tooltip) }),
});

interface Context {
  readonly site: DemoSiteId;
  readonly lists: ValueLists;
}

/** The attributes of a leaf: its profile's, then those that only its own values name. */
export function attributesOf(source: SourceCategory, site: DemoSiteId): CategoryAttribute[] {
  const domain = source.domain ?? "";
  const isOfVehicles = vehicleModels(domain, site).length > 0;
  const lists = isOfVehicles ? vehicleValues(domain, site) : leafValues(source, site);
  const context = { site, lists };
  const profile = profileOf(source.profile ?? "generic");
  const known = new Set(profile.map((entry) => entry.id));
  return [
    ...profile.map(({ id, tags }) => attribute(id, tags, context)),
    ...Array.from(lists.keys())
      .filter((id) => !known.has(id))
      .map((id) => attribute(id, {}, context)),
  ];
}
