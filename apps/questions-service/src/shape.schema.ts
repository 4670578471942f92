import { z } from "zod";

/** A field of an answer: schema, reader, and the SQL of its JSON where a search needs it. */
interface Field<Source, Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  read: (source: Source) => z.output<Schema>;
  sql?: string | undefined;
}

type Fields<Source> = Record<string, Field<Source>>;
type Schemas<Of extends Fields<never>> = { [Name in keyof Of]: Of[Name]["schema"] };

/** An object of an answer: `schema` describes it, `view` makes it from a source. */
export interface Shape<Source, Of extends Fields<Source>> {
  fields: Of;
  schema: z.ZodObject<Schemas<Of>>;
  view: (source: Source) => z.output<z.ZodObject<Schemas<Of>>>;
}

/** Declares fields of objects that are made from a `Source`. */
export const fieldOf =
  <Source>() =>
  <Schema extends z.ZodType>(
    schema: Schema,
    read: (source: Source) => z.output<Schema>,
    sql?: string,
  ): Field<Source, Schema> => ({ schema, read, sql });

/** Declares an object of an answer once: schema and view come from the same fields, in their order. */
export function shapeOf<Source, Of extends Fields<Source>>(
  id: string,
  fields: Of & Fields<Source>,
): Shape<Source, Of> {
  const entries = Object.entries<Field<Source>>(fields);
  // Object.fromEntries forgets which field has which type.
  const schemas = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as Schemas<Of>;
  const view = (source: Source) =>
    Object.fromEntries(entries.map(([name, { read }]) => [name, read(source)])) as z.output<
      z.ZodObject<Schemas<Of>>
    >;
  return { fields, schema: z.object(schemas).meta({ id }), view };
}
