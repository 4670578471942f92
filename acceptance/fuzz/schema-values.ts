import fc from "fast-check";
import { type Document, resolved, type Schema } from "./document.ts";
import { type Known, kindOf } from "./known.ts";

/** Context of a value: the document of its `$ref`s, the known values, and the request's path. */
export interface Surroundings {
  document: Document;
  known: Known;
  path: string;
}

/** Values of a schema. Where the field's name tells the kind, most of them exist. */
export function fittingValue(schema: Schema, around: Surroundings, name = ""): fc.Arbitrary<unknown> {
  const whole = resolved(around.document, schema);
  const pool = poolOf(name, whole, around);
  const plain = plainValue(whole, around, name);
  return pool ? fc.oneof({ weight: 4, arbitrary: pool }, { weight: 1, arbitrary: plain }) : plain;
}

function poolOf(
  name: string,
  schema: Schema,
  { known, path }: Surroundings,
): fc.Arbitrary<unknown> | undefined {
  const kind = kindOf(name, path);
  const type = schema.type;
  // The pool grows while requests are sent, so it is read when the value is drawn.
  if (kind !== undefined && (type === "string" || type === "integer"))
    return fc.nat().map((index) => {
      const pool = known[kind];
      const text = pool[index % Math.max(1, pool.length)] ?? "1";
      return type === "integer" ? Number(text) : text;
    });
  return words[name] && type === "string" ? fc.constantFrom(...words[name]) : undefined;
}

/** Strings that reach deeper code where any string is valid. */
const words: Readonly<Record<string, readonly string[]>> = {
  text: [
    "Tiene garantía?",
    "Hacen envíos? 🚚",
    "escribime a juan@example.com",
    "+54 11 5555 1234",
    "   ",
    "x".repeat(2_001),
  ],
  q: ["celular samsung", "auto fiat 2015", "ñandú", "zapatillas' OR 1=1 --", "%", "a:* & !b"],
  title: ["Celular Samsung Galaxy", "Producto de prueba", "x".repeat(61), ""],
  query: [
    "{ configuration { delivery_window } }",
    "{ configuration(user_id: 1, service_id: 2) { zones { id } } }",
    'query { configuration(user_id: 1, service_id: 2, flavour: "") { availables { cutoff } } }',
    "{ configuration { configuration } }",
    "{ __schema { types { name } } }",
    "fragment A on Query { ...A } { ...A }",
  ],
  grant_type: ["refresh_token", "client_credentials", "authorization_code"],
  scope: ["read", "read write offline_access", "admin"],
  sort_fields: ["date_created", "item_id,from_id", "text"],
  sort_types: ["ASC", "DESC,ASC", "UP"],
  price: ["100-500", "*-500", "100-*", "500-100", "x"],
  search_type: ["scan"],
};

const plainValue = (schema: Schema, around: Surroundings, name: string): fc.Arbitrary<unknown> => {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fittingValue(choice, around, name)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => fittingValue({ ...schema, type }, around, name)));
  switch (schema.type) {
    case "object":
      return objectOf(schema, around);
    case "array":
      return fc.array(fittingValue(schema.items ?? {}, around, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
      });
    case "string":
      return textOf(schema);
    case "integer":
      return integerOf(schema);
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

function objectOf({ properties = {}, required = [] }: Schema, around: Surroundings): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, fittingValue(field, around, name)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
}

function textOf({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  if (format === "uri") return fc.webUrl();
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

function integerOf(schema: Schema): fc.Arbitrary<number> {
  const min = Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? -2) + 1, Number.MIN_SAFE_INTEGER);
  const max = Math.min(schema.maximum ?? 2 ** 40, Number.MAX_SAFE_INTEGER);
  return fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min, max: Math.min(max, min + 30) }),
    fc.constant(max),
  );
}

const broken = [
  "",
  " ",
  "null",
  "-1",
  "0",
  "-0",
  "1e3",
  "1.5",
  "NaN",
  "９",
  "0x10",
  "9".repeat(19),
  "9".repeat(40),
  "__proto__",
  "constructor",
  "' OR ''='",
  "a\u0000b",
  "\u202e",
  "\ud800",
  "MLA",
  "mla1",
  "..",
  "*",
  "true",
  "x".repeat(600),
  "%00",
  "{}",
  "[]",
  "2020-02-30",
  "APP_USR-1",
  "🎈",
  "é".normalize("NFD"),
];

/** Strings that are invalid for every field. */
export const brokenText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...broken) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
);

/** JSON values that are invalid for every field. */
export const brokenJson: fc.Arbitrary<unknown> = fc.oneof(
  brokenText,
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    1e308,
    -1e-320,
    [],
    {},
    [[]],
    [null],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
