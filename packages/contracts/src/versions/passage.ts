import { isDeepStrictEqual } from "node:util";
import type { Schema } from "./shape.ts";

/** A value on its way from one release to another. */
export interface Passage {
  readonly writer: Schema;
  readonly reader: Schema;
  /** Where in the value we are: `items.input.ids[]`. */
  readonly path: string;
  /** Which side is the newer one: it must not have dropped a property of the other. */
  readonly newer?: "writer" | "reader";
}

/** What the writer may write and the reader would refuse or miss, one sentence a fault. */
export function faultsOf(passage: Passage): string[] {
  const readers = variantsOf(passage.reader);
  return variantsOf(passage.writer).flatMap((writer) => {
    const attempts = readers.map((reader) => variantFaults({ ...passage, writer, reader }));
    // Where a value may have one of several forms, the form that comes nearest is what was meant.
    return attempts.reduce((best, faults) => (faults.length < best.length ? faults : best));
  });
}

// zod writes both words as lists of schemas.
const variantsOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]) as readonly Schema[];

function variantFaults(passage: Passage): string[] {
  const { writer, reader, path } = passage;
  if (rulesOf(reader).length === 0) return [];
  const strangers = typesOf(writer).filter((type) => !typesOf(reader).includes(type));
  if (strangers.length > 0) return [`${path} may be ${strangers.join(" or ")}, which is not understood`];
  const values = valuesOf(reader);
  const unknown = values && (valuesOf(writer) ?? ["anything"]).filter((value) => !values.includes(value));
  return [
    ...(unknown?.map((value) => `${path} may be ${JSON.stringify(value)}, which is not understood`) ?? []),
    ...boundFaults(passage),
    ...propertyFaults(passage),
    ...itemFaults(passage),
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
function boundFaults({ writer, reader, path }: Passage): string[] {
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

function propertyFaults({ writer, reader, path, newer }: Passage): string[] {
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
    return [...missing, ...faultsOf(within)];
  });
}

function propertyOf(schema: Schema, name: string): Schema | undefined {
  const property = schema.properties?.[name];
  return typeof property === "object" ? property : undefined;
}

function itemFaults({ writer, reader, path, newer }: Passage): string[] {
  // zod writes the items of an array as one schema.
  const [written, read] = [writer.items, reader.items] as (Schema | undefined)[];
  if (!read) return [];
  if (!written) return [`${path}[] may be anything`];
  return faultsOf({ writer: written, reader: read, path: `${path}[]`, ...(newer && { newer }) });
}
