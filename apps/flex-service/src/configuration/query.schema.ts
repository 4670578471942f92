import type { GraphQLNullableOutputType, GraphQLOutputType } from "graphql";
import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  Kind,
} from "graphql";

const maxLong = 2n ** 63n - 1n;

/** Ids pass 2^31, so GraphQL's Int will not do. No id is above 2^53: what is larger is read as 2^53 - 1, which nobody has. */
const Long = new GraphQLScalarType<number, unknown>({
  name: "Long",
  description: "A 64-bit integer.",
  // Variables are refused, so values come from literals only; the library wants both ways defined.
  coerceInputValue: (value) => {
    if (typeof value === "number" && Number.isSafeInteger(value)) return value;
    throw new GraphQLError("Long cannot represent a value that is no integer");
  },
  coerceInputLiteral: (node) => {
    if (node.kind !== Kind.INT) throw new GraphQLError("Long cannot represent a value that is no integer");
    const value = BigInt(node.value);
    if (value > maxLong || value < -maxLong - 1n)
      throw new GraphQLError("Long cannot represent more than 64 bits");
    return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
  },
});

/** A value without fields to choose from, answered whole; a sub-selection on it is ignored (decisions 6.3). */
const Json = new GraphQLScalarType({ name: "Json" });

/** The fields of type Json; the reader strips their sub-selections before validation. */
export const jsonFields: ReadonlySet<string> = new Set(["neighborhoods", "coordinates", "accurate_ranges"]);

type Fields = Record<string, GraphQLOutputType>;

function object(name: string, fields: Fields): GraphQLObjectType {
  const config = Object.entries(fields).map(([field, type]) => [field, { type }] as const);
  return new GraphQLObjectType({ name, fields: Object.fromEntries(config) });
}

const listOf = (type: GraphQLNullableOutputType) => new GraphQLList(type);

const named = object("Named", { id: GraphQLString, name: GraphQLString });
const interval = object("Interval", { from: GraphQLInt, to: GraphQLInt });
const span = object("Span", { value: GraphQLInt, unit: GraphQLString });
const cutoff = object("CalculatedCutoff", { week: GraphQLInt, saturday: GraphQLInt, sunday: GraphQLInt });

const address = object("Address", {
  id: Long,
  address_line: GraphQLString,
  city: named,
  zip_code: GraphQLString,
});

const subscription = object("FlexSubscription", {
  id: Long,
  site_id: GraphQLString,
  user_id: Long,
  flavour: GraphQLString,
  facility_id: GraphQLString,
  service_id: Long,
  status: object("Status", { id: GraphQLString, cause: GraphQLString }),
  creation_date: GraphQLString,
  training_times: object("TrainingTimes", {
    original: span,
    remaining: span,
    activation_date: GraphQLString,
  }),
});

const range = object("DeliveryRange", {
  capacity: GraphQLInt,
  type: GraphQLString,
  processing_time: GraphQLInt,
  from: GraphQLInt,
  to: GraphQLInt,
  et_hour: GraphQLInt,
  calculated_cutoff: GraphQLInt,
});

const holiday = object("Holiday", {
  description: GraphQLString,
  selected: GraphQLBoolean,
  type: GraphQLString,
  date: GraphQLString,
});

const polygon = object("Polygon", {
  type: GraphQLString,
  geometry: object("Geometry", { type: GraphQLString, coordinates: Json }),
  properties: object("PolygonProperties", { name: GraphQLString }),
});

const price = object("Price", {
  cents: GraphQLString,
  currency_id: GraphQLString,
  decimal_separator: GraphQLString,
  fraction: GraphQLString,
  symbol: GraphQLString,
});

const originFields: Fields = {
  enabled: GraphQLBoolean,
  id: GraphQLString,
  is_mandatory: GraphQLBoolean,
  label: GraphQLString,
  neighborhoods: Json,
  selected: GraphQLBoolean,
};

const zone = object("Zone", {
  ...originFields,
  polygon,
  price,
  scope: GraphQLString,
  transit_time: object("TransitTime", { offset: GraphQLInt, value: GraphQLInt }),
  calculated_cutoff: cutoff,
});

const availables = object("Availables", {
  cutoff: listOf(GraphQLInt),
  capacity: listOf(GraphQLInt),
  capacity_range: interval,
  transit_time: listOf(GraphQLInt),
  ranges: listOf(GraphQLInt),
  radius_range: interval,
  accurate_ranges: Json,
});

const configuration = object("Configuration", {
  address,
  subscription,
  delivery_window: GraphQLString,
  is_moderated: GraphQLBoolean,
  delivery_ranges: object("DeliveryRanges", {
    week: listOf(range),
    saturday: listOf(range),
    sunday: listOf(range),
  }),
  holidays: listOf(holiday),
  working_days: listOf(GraphQLString),
  zones: listOf(zone),
  origin_zone: object("OriginZone", originFields),
  disabled_features: listOf(GraphQLString),
  availables,
});

const query = new GraphQLObjectType({
  name: "Query",
  fields: {
    configuration: {
      type: configuration,
      args: {
        user_id: { type: new GraphQLNonNull(Long) },
        service_id: { type: new GraphQLNonNull(Long) },
        flavour: { type: GraphQLString },
        original_configuration_required: { type: GraphQLBoolean },
      },
    },
  },
});

/** Exactly the fields of the specification's table, under the one root field `configuration`. */
export const configurationSchema = new GraphQLSchema({ query });

/** The root field, with its arguments. */
export const configurationField = query.getFields().configuration;
