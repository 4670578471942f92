import { isDeepStrictEqual } from "node:util";
import type { Schema } from "./shape.ts";

/** Compares the schema of the release that writes a value with that of the release that reads it. */
export interface Comparison {
  readonly writer: Schema;
  readonly reader: Schema;
  /** Path within the value, such as `items.input.ids[]`. */
  readonly path: string;
  /** Which side is the newer one: it must not have dropped a property of the other. */
  readonly newer?: "writer" | "reader";
}

/** What the writer may write and the reader rejects or misses, one sentence each. */
export function incompatibilitiesOf(comparison: Comparison): string[] {
  const readers = variantsOf(comparison.reader);
  return variantsOf(comparison.writer).flatMap((writer) => {
    const attempts = readers.map((reader) => variantIncompatibilities({ ...comparison, writer, reader }));
    // Of several allowed forms the one with the fewest incompatibilities counts.
    return attempts.reduce((best, found) => (found.length < best.length ? found : best));
  });
}

// zod writes both keywords as lists of schemas.
const variantsOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]) as readonly Schema[];

function variantIncompatibilities(comparison: Comparison): string[] {
  const { writer, reader, path } = comparison;
  if (rulesOf(reader).length === 0) return [];
  const unknownTypes = typesOf(writer).filter((type) => !typesOf(reader).includes(type));
  if (unknownTypes.length > 0)
    return [`${path} may be ${unknownTypes.join(" or ")}, which is not understood`];
  const values = valuesOf(reader);
  const unknown = values && (valuesOf(writer) ?? ["anything"]).filter((value) => !values.includes(value));
  return [
    ...(unknown?.map((value) => `${path} may be ${JSON.stringify(value)}, which is not understood`) ?? []),
    ...boundIncompatibilities(comparison),
    ...propertyIncompatibilities(comparison),
    ...itemIncompatibilities(comparison),
  ];
}

const annotations = ["$schema", "title", "description", "default", "examples", "deprecated", "readOnly"];
const structure = ["type", "enum", "const", "properties", "required", "items"];

const rulesOf = (schema: Schema): string[] =>
  Object.keys(schema).filter((word) => !annotations.includes(word));

/** The JSON types of a schema; a reader of numbers reads integers too. */
function typesOf(schema: Schema): string[] {
  const types = schema.type === undefined ? ["anything"] : [schema.type].flat();
  return types.includes("number") ? [...types, "integer"] : types;
}

const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.const === undefined ? schema.enum : [schema.const];

const atLeast = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const atMost = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];

/** A writer keeps within the reader's bounds; any other rule is the same on both sides. */
function boundIncompatibilities({ writer, reader, path }: Comparison): string[] {
  return rulesOf(reader)
    .filter((word) => !structure.includes(word))
    .flatMap((word) => {
      const [written, read] = [writer[word], reader[word]];
      const kept =
        (atLeast.includes(word) && Number(written) >= Number(read)) ||
        (atMost.includes(word) && Number(written) <= Number(read)) ||
        isDeepStrictEqual(written, read);
      return kept ? [] : [`${path} is bound by ${word} ${JSON.stringify(read)}, which was not so`];
    });
}

function propertyIncompatibilities({ writer, reader, path, newer }: Comparison): string[] {
  const names = new Set([...Object.keys(writer.properties ?? {}), ...Object.keys(reader.properties ?? {})]);
  return [...names].flatMap((name) => {
    const at = `${path}.${name}`;
    const [written, read] = [propertyOf(writer, name), propertyOf(reader, name)];
    const needed = reader.required?.includes(name) ?? false;
    if (!read) return newer === "reader" ? [`${at} is no longer read`] : [];
    if (!written) {
      if (newer === "writer") return [`${at} is no longer written`];
      return needed ? [`${at} is needed, and the release before never writes it`] : [];
    }
    const missing =
      needed && !writer.required?.includes(name) ? [`${at} is needed, and may be left out`] : [];
    const within = { writer: written, reader: read, path: at, ...(newer && { newer }) };
    return [...missing, ...incompatibilitiesOf(within)];
  });
}

function propertyOf(schema: Schema, name: string): Schema | undefined {
  const property = schema.properties?.[name];
  return typeof property === "object" ? property : undefined;
}

function itemIncompatibilities({ writer, reader, path, newer }: Comparison): string[] {
  // zod writes the items of an array as one schema.
  const [written, read] = [writer.items, reader.items] as (Schema | undefined)[];
  if (!read) return [];
  if (!written) return [`${path}[] may be anything`];
  return incompatibilitiesOf({ writer: written, reader: read, path: `${path}[]`, ...(newer && { newer }) });
}
