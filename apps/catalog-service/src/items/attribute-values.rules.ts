import { isDeepStrictEqual } from "node:util";
import { isBlank } from "@marketplace/conventions";
import {
  type AttributeInput,
  maxValueName,
  notApplicable,
  type StoredAttribute,
  type StoredValue,
  type ValueStruct,
} from "./item-attributes.schema.ts";

/** What is known of an attribute: by its category, or everywhere. */
export interface AttributeDefinition {
  id: string;
  name: string;
  value_type: string;
  value_max_length?: number | undefined;
  values?: readonly { id: string; name: string }[] | undefined;
  attribute_group_id?: string | undefined;
  attribute_group_name?: string | undefined;
  tags?: Readonly<Record<string, unknown>>;
  /** Of a number with a unit: the only units, for an amount that is not negative. */
  units?: readonly string[] | undefined;
}

type Value = Partial<StoredValue>;

/** A way in which an input says its value. */
interface Saying {
  values: readonly Value[];
  /** Whether this is the value that the item has. */
  isPresent: boolean;
}

/** All values of a stored attribute. */
export const valuesOf = ({ values, value_id, value_name }: StoredAttribute): StoredValue[] =>
  values ?? (value_id === null && value_name === null ? [] : [{ id: value_id, name: value_name }]);

const textOf = ({ number, unit }: ValueStruct): string => `${number} ${unit}`.trim();

/**
 * The values that an input asks for, none to remove the attribute, or `"present"` to keep it. An input may
 * say its value in several ways. A body that was read, changed and sent back says the old value in some: the
 * way that differs from the item counts, else the first.
 */
export function wantedOf(
  { value_id, value_name, value_struct, values }: AttributeInput,
  present: StoredAttribute | undefined,
): readonly Value[] | "present" {
  const now = present ? valuesOf(present) : [];
  const sayings: Saying[] = [];
  const say = (said: readonly Value[], isPresent: boolean) =>
    sayings.push({ values: said, isPresent: isPresent && present !== undefined });
  if (value_id != null) say([{ id: value_id, name: value_name }], value_id === present?.value_id);
  if (!isBlank(value_name ?? "")) say([{ name: value_name?.trim() }], value_name === present?.value_name);
  if (value_struct)
    say([{ name: textOf(value_struct) }], isDeepStrictEqual(value_struct, present?.value_struct));
  if (values?.length)
    say(
      values.map(({ id, name, struct }) => ({ id, name: name ?? (struct ? textOf(struct) : undefined) })),
      values.length === now.length && values.every((value, index) => isSame(value, now[index])),
    );
  const wanted = sayings.find(({ isPresent }) => !isPresent);
  if (wanted) return wanted.values;
  return sayings.length > 0 ? "present" : [];
}

const isSame = ({ id, name }: Value, known: StoredValue | undefined): boolean =>
  (id ?? null) === known?.id && (name ?? null) === known?.name;

/** Finds the stored form of wanted values, which are not empty; returns the reason when there is none. */
export function resolveValues(
  wanted: readonly Value[],
  definition: AttributeDefinition | undefined,
): Pick<StoredAttribute, "value_id" | "value_name" | "value_struct" | "values"> | string {
  if (wanted.some(({ id }) => id === notApplicable)) return { value_id: notApplicable, value_name: null };
  if (wanted.length > 1 && definition && definition.tags?.multivalued !== true) return "takes one value";
  const resolved: StoredValue[] = [];
  for (const value of wanted) {
    const found = resolveValue(value, definition);
    if (typeof found === "string") return found;
    resolved.push(found);
  }
  const [first, ...more] = resolved;
  if (!first) return "needs a value";
  if (more.length > 0) {
    const joined = resolved.map(({ name }) => name).join(",");
    if (joined.length > maxValueName) return `may have at most ${maxValueName} characters in all its values`;
    return { value_id: null, value_name: joined, values: resolved };
  }
  const struct = definition?.value_type === "number_unit" ? structOf(first.name ?? "") : undefined;
  return { value_id: first.id, value_name: first.name, ...(struct && { value_struct: struct }) };
}

function resolveValue(
  { id, name }: Value,
  definition: AttributeDefinition | undefined,
): StoredValue | string {
  const text = name?.trim() ?? "";
  const known = definition?.values ?? [];
  if (id != null) {
    const value = known.find((candidate) => candidate.id === id);
    if (value) return { id, name: value.name };
    return definition || isBlank(text) ? `does not have the value ${id}` : { id, name: text };
  }
  if (isBlank(text)) return "needs a value";
  const value = known.find((candidate) => folded(candidate.name) === folded(text));
  if (value) return { id: value.id, name: value.name };
  return (definition && freeValueIssue(text, definition)) ?? { id: null, name: text };
}

/** Why a category refuses a value that it does not list; `undefined` when it takes it. */
function freeValueIssue(
  text: string,
  { value_type, value_max_length, units }: AttributeDefinition,
): string | undefined {
  if (value_type === "list" || value_type === "boolean") return `must be one of its listed values`;
  if (value_max_length !== undefined && [...text].length > value_max_length)
    return `may have at most ${value_max_length} characters`;
  if (value_type === "number" && !/^-?\d+([.,]\d+)?$/.test(text)) return "must be a number";
  return value_type === "number_unit" ? numberIssue(text, units) : undefined;
}

function numberIssue(text: string, units: readonly string[] | undefined): string | undefined {
  const struct = structOf(text);
  if (!struct) return `must be a number with its unit, such as ${units ? `30 ${units[0]}` : "500 g"}`;
  if (!units) return undefined;
  if (struct.number < 0) return "must not be negative";
  const isKnown = units.some((unit) => folded(unit) === folded(struct.unit));
  return isKnown ? undefined : `must be in ${units.join(", ")}`;
}

/** The amount and the unit of a text such as `2,5 kg`. */
export function structOf(text: string): ValueStruct | undefined {
  const [, number, unit] = /^(-?\d+(?:[.,]\d+)?) ?([^\s\d.,]\S{0,11})$/.exec(text) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  const amount = Number(number.replace(",", "."));
  // JSON has no infinity: it would be stored as null.
  return Number.isFinite(amount) ? { number: amount, unit } : undefined;
}

/** Folds spellings: sellers write `128GB` and `128  gb` for `128 GB`. */
export const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/(?<=\d) (?=[a-z"%])/g, "");
