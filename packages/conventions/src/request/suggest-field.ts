import { z } from "zod";
import { editDistance } from "../declare/edit-distance.ts";

/** Edits that still are a misspelling: one in three letters, at most three. */
const tolerance = ({ length }: string): number => Math.min(3, Math.floor(length / 3));

/** `availableQuantity` and `Available-Quantity` are `available_quantity` in another spelling. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, "");

/** The closest of the names to a misspelled one; `undefined` when none is close. */
export function closestName(misspelled: string, names: readonly string[]): string | undefined {
  const word = folded(misspelled);
  const limit = tolerance(word);
  const close = names
    .map((name) => ({ name, edits: editDistance(word, folded(name), limit) }))
    .filter(({ edits }) => edits <= limit);
  return close.toSorted((a, b) => a.edits - b.edits)[0]?.name;
}

/** The names that the objects of a schema have at a path, for all forms that a union has there. */
export function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let found = formsOf(schema);
  for (const key of path) found = found.flatMap((form) => below(form, key)).flatMap(formsOf);
  return [...new Set(found.flatMap((form) => (form instanceof z.ZodObject ? Object.keys(form.shape) : [])))];
}

/** The schemas behind optional, nullable and the like, and the branches of a union. */
function formsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(formsOf);
  if (schema instanceof z.ZodPipe) return formsOf(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapper ? formsOf(schema.unwrap()) : [schema];
}

function below(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (!(schema instanceof z.ZodObject)) return [];
  const field: z.core.$ZodType | undefined = schema.shape[String(key)];
  return field ? [field] : [];
}
