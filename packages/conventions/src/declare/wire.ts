import { z } from "zod";

/** JSON Schema that documents a parameter better than its textual wire form would. */
const documented = new WeakMap<z.core.$ZodType, Record<string, unknown>>();

export const documentedShape = (schema: z.core.$ZodType): Record<string, unknown> | undefined =>
  documented.get(schema);

function documentedAs<T extends z.ZodType>(schema: T, shape: Record<string, unknown>): T {
  documented.set(schema, shape);
  return schema;
}

interface Bounds {
  min?: number;
  max?: number;
}

/** An integer in a path or a query string: decimal digits only, within the safe range of a double. */
export function integerParam({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Bounds = {}) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const message = min === Number.MIN_SAFE_INTEGER ? "must be an integer" : `must be an integer ${range}`;
  const schema = z
    .string()
    .regex(/^-?\d{1,19}$/, message)
    // Adding 0 turns -0, which JSON would show as 0 anyway, into 0.
    .transform((digits) => Number(digits) + 0)
    .refine((value) => Number.isSafeInteger(value) && value >= min && value <= max, message);
  const bounds = {
    ...(min > Number.MIN_SAFE_INTEGER && { minimum: min }),
    ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }),
  };
  return documentedAs(schema, { type: "integer", format: "int64", ...bounds });
}

/**
 * An id that no record has. It stands for ids of more digits than a number holds exactly: sequences start at
 * ten digits and do not come this far.
 */
export const absentId = Number.MAX_SAFE_INTEGER;

/** An id as a number that can be looked up, however long it was sent. */
export const idOf = (sent: string | number): number => {
  const id = Number(sent);
  return Math.abs(id) < absentId ? id + 0 : absentId;
};

/**
 * An integer id in a path or a query string: digits only, as many as there are. An id that is not in use, 0
 * included, is unknown and not malformed; with `signed`, so is a negative one.
 */
export function idParam({ signed = false } = {}) {
  const form = signed ? /^-?\d+$/ : /^\d+$/;
  const schema = z.string().regex(form, "must be an integer id").transform(idOf);
  return documentedAs(schema, { type: "integer", format: "int64", minimum: 1 });
}

/** The same in a body. */
export function bodyId({ signed = false } = {}) {
  const isId = (value: number): boolean => Number.isInteger(value) && (signed || value >= 0);
  const schema = z.number().refine(isId, "must be an integer id").transform(idOf);
  return documentedAs(schema, { type: "integer", format: "int64", minimum: 1 });
}

/** The same, which clients also send as digits in a text. */
export function numberOrTextId() {
  const isId = (value: number | string): boolean =>
    typeof value === "string" ? /^\d+$/.test(value) : Number.isInteger(value) && value >= 0;
  const schema = z
    .union([z.number(), z.string()])
    .refine(isId, "must be an integer id, as a number or as text")
    .transform(idOf);
  return documentedAs(schema, {
    anyOf: [
      { type: "integer", format: "int64", minimum: 1 },
      { type: "string", pattern: "^[0-9]+$" },
    ],
  });
}

/** A flag in a query string: `true` or `false`, in any case. */
export function booleanParam() {
  const schema = z
    .string()
    .regex(/^(true|false)$/i, "must be true or false")
    .transform((text) => text.toLowerCase() === "true");
  return documentedAs(schema, { type: "boolean" });
}

/** One of a set of words, in any case; the answer is the word as the set spells it. */
export function wordParam<const Word extends string>(words: readonly Word[]) {
  const find = (text: string) => words.find((word) => word.toLowerCase() === text.toLowerCase());
  const schema = z.string().transform((text, context): Word => {
    const word = find(text);
    if (word !== undefined) return word;
    context.addIssue({ code: "custom", message: `must be one of ${words.join(", ")}` });
    return z.NEVER;
  });
  return documentedAs(schema, { type: "string", enum: [...words] });
}

/**
 * A request header that asks for another form of the answer by having a value, in any case. Another value, as
 * no header, asks for nothing.
 */
export function headerSwitch(value: string) {
  const schema = z.string().transform((sent) => sent.trim().toLowerCase() === value);
  return documentedAs(schema, { type: "string", enum: [value] }).optional();
}

/** An id of the form `<site><digits>`: items and categories. */
export const siteScopedId = (what: string) =>
  z.string().regex(/^[A-Z]{3}\d+$/, `must be ${what} id such as MLA1234`);

/** A site id: three capital letters, known or not. */
export const siteIdParam = () => z.string().regex(/^[A-Z]{3}$/, "must be a site id such as MLA");

export const wireId = () => z.int().positive();

/** The description of a schema, or of the schema inside an optional, nullable or defaulted one. */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = z.globalRegistry.get(schema)?.description;
  if (own !== undefined) return own;
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapper ? descriptionOf(schema.unwrap()) : undefined;
}
