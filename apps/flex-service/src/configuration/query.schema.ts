import {
  GraphQLBoolean,
  GraphQLError,
  type GraphQLFieldConfigArgumentMap,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableOutputType,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  Kind,
} from "graphql";
import { z } from "zod";
import { graphqlNames, long } from "../graphql-names.schema.ts";
import { FlexConfiguration } from "./configuration.schema.ts";

/** The arguments of `configuration(...)`. */
export const ConfigurationArguments = z.object({
  user_id: long(),
  service_id: long(),
  flavour: z.string().nullable().default(null),
  original_configuration_required: z.boolean().nullable().default(null),
});
export type ConfigurationArguments = z.output<typeof ConfigurationArguments>;

const maxLong = 2n ** 63n - 1n;

/** A 64-bit integer. No id is above 2^53, so a larger value is read as 2^53 - 1, which is no id either. */
const Long = new GraphQLScalarType<number, unknown>({
  name: "Long",
  description: "A 64-bit integer.",
  // Queries have no variables, so values come from literals only. The library wants both functions.
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

/** A value that is answered whole. A sub-selection on it is ignored (decisions 6.3). */
const Json = new GraphQLScalarType({ name: "Json" });

/** The fields of type Json. The reader strips their sub-selections before validation. */
export const jsonFields: ReadonlySet<string> = new Set(["neighborhoods", "coordinates", "accurate_ranges"]);

function scalarOf(schema: z.ZodType): GraphQLScalarType {
  if (schema instanceof z.ZodNumber) return graphqlNames.get(schema)?.name === "Long" ? Long : GraphQLInt;
  return schema instanceof z.ZodBoolean ? GraphQLBoolean : GraphQLString;
}

const objects = new Map<string, GraphQLObjectType>();

function typeOf(schema: z.ZodType): GraphQLNullableOutputType {
  // Arrays and nullables of zod schemas hold zod schemas; the core types do not say so.
  if (schema instanceof z.ZodNullable) return typeOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return new GraphQLList(typeOf(schema.element as z.ZodType));
  return schema instanceof z.ZodObject ? objectOf(schema) : scalarOf(schema);
}

/** GraphQL wants one type per name: objects of one name are the same. */
function objectOf(schema: z.ZodObject): GraphQLObjectType {
  const name = graphqlNames.get(schema)?.name;
  if (name === undefined) throw new Error("an object of the configuration has no name");
  const known = objects.get(name);
  if (known) return known;
  const fields = Object.entries<z.ZodType>(schema.shape).map(
    ([field, type]) => [field, { type: jsonFields.has(field) ? Json : typeOf(type) }] as const,
  );
  const object = new GraphQLObjectType({ name, fields: Object.fromEntries(fields) });
  objects.set(name, object);
  return object;
}

/** Arguments with a default may be left out. */
function argumentsOf(schema: z.ZodObject): GraphQLFieldConfigArgumentMap {
  const types = Object.entries<z.ZodType>(schema.shape).map(([name, argument]) => {
    if (!(argument instanceof z.ZodDefault))
      return [name, { type: new GraphQLNonNull(scalarOf(argument)) }] as const;
    const inner = argument.unwrap() as z.ZodNullable<z.ZodType>;
    return [name, { type: scalarOf(inner.unwrap()) }] as const;
  });
  return Object.fromEntries(types);
}

const query = new GraphQLObjectType({
  name: "Query",
  fields: { configuration: { type: typeOf(FlexConfiguration), args: argumentsOf(ConfigurationArguments) } },
});

/** The fields of `FlexConfiguration`, under the one root field `configuration`. */
export const configurationSchema = new GraphQLSchema({ query });

/** The root field, with its arguments. */
export const configurationField = query.getFields().configuration;
