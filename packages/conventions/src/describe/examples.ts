import { z } from "zod";
import { documentedShape } from "../declare/wire.ts";
import groupedValues from "./example-values.json" with { type: "json" };

/**
 * Values with which the documentation shows fields, by the field's name. `User.id` is the id of a schema with
 * the id `User`, or of an object in a field of that name. Of several values the first that the schema accepts
 * is shown. Ids are those of the demo, so that most examples work in a sandbox as they stand.
 */
const valuesByName: Readonly<Record<string, readonly unknown[] | undefined>> = Object.assign(
  {},
  ...Object.values(groupedValues),
);

/** Tried in turn where nothing is known of a field. */
const plainValues: readonly unknown[] = [
  "text",
  1,
  false,
  0,
  "1",
  "2026-11-23T12:00:00.000Z",
  "2026-11-23",
  "https://example.com/",
  "6f1b0c9e-3c52-4f0e-9a44-0c6a8a1c2f57",
  "MLA",
  "MLA1400000019",
  null,
];

/** Where a value stands. */
interface Place {
  /** Name of the field that holds it. */
  name?: string;
  /** Names of the object that holds the field: its schema's id, and the field that the object is in. */
  holders: readonly string[];
  /** Ids of schemas that this value has. */
  ids: readonly string[];
  /** Schemas around the value: a recursive one is shown once. */
  around: readonly z.core.$ZodType[];
  /** `whole` objects show all fields, others those that are required, or all where none is. */
  whole: boolean;
}

/** An answer: every field that it may have. */
export const exampleAnswer = (schema: z.ZodType): unknown => exampleOf(schema, top(true));

/** A body of a request: the fields that it needs. */
export const exampleBody = (schema: z.ZodType): unknown => exampleOf(schema, top(false));

/** A parameter of a path or a query. */
export const exampleParameter = (name: string, schema: z.ZodType): unknown =>
  exampleOf(schema, { ...top(true), name });

const top = (whole: boolean): Place => ({ holders: [], ids: [], around: [], whole });

function exampleOf(schema: z.core.$ZodType, place: Place): unknown {
  if (place.around.includes(schema)) return undefined;
  // It accepts anything; what is meant is what it falls back from.
  if (schema instanceof z.ZodCatch) return exampleOf(schema.unwrap(), place);
  const { examples } = z.globalRegistry.get(schema) ?? {};
  if (Array.isArray(examples)) return examples[0];
  const known = knownValues(place).find((value) => accepts(schema, value));
  if (known !== undefined) return known;
  const id = idOf(schema);
  const ids = id === undefined ? place.ids : [id, ...place.ids];
  return exampleOfKind(schema, { ...place, ids, around: [...place.around, schema] });
}

/** Also of the schema that `.describe()` made this one from. */
const idOf = (schema: z.core.$ZodType): string | undefined =>
  z.globalRegistry.get(schema)?.id ?? (schema._zod.parent && idOf(schema._zod.parent));

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

/** The most specific first. */
const knownValues = ({ name, holders }: Place): readonly unknown[] =>
  name === undefined
    ? []
    : [...holders.map((holder) => `${holder}.${name}`), name].flatMap((key) => valuesByName[key] ?? []);

/** A value by the kind of its schema, from the parts that the kind has. */
function exampleOfKind(schema: z.core.$ZodType, place: Place): unknown {
  if (schema instanceof z.ZodPrefault) return exampleOf(schema.unwrap(), place);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy)
    return exampleOf(schema.unwrap(), place);
  if (schema instanceof z.ZodDefault) return schema.def.defaultValue;
  if (schema instanceof z.ZodObject) return exampleObject(schema, place);
  if (schema instanceof z.ZodArray) return exampleArray(schema.element, place);
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => exampleOf(item, place));
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options[0] as z.core.$ZodType, place);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodRecord) return {};
  const { enum: words = [] } = (documentedShape(schema) ?? {}) as { enum?: unknown[] };
  const found = [...words, ...plainValues].find((value) => accepts(schema, value));
  if (found !== undefined || !(schema instanceof z.ZodPipe)) return found;
  // What is parsed: the input of a transformation, but for `z.preprocess`, which takes anything.
  const { in: first, out } = schema.def;
  return exampleOf(first instanceof z.ZodTransform ? out : first, place);
}

function exampleObject(schema: z.ZodObject, { name, ids, ...place }: Place): Record<string, unknown> {
  const fields = Object.entries(schema.shape);
  const required = fields.filter(([, field]) => !accepts(field, undefined));
  const shown = place.whole || required.length === 0 ? fields : required;
  const holders = name === undefined ? ids : [...ids, name];
  const inside = { ...place, holders, ids: [] };
  const values = shown.map(([key, field]) => [key, exampleOf(field, { ...inside, name: key })] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function exampleArray(element: z.core.$ZodType, place: Place): unknown[] {
  const value = exampleOf(element, place);
  return value === undefined ? [] : [value];
}
