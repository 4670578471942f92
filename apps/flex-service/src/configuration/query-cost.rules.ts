import type { DocumentNode, GraphQLOutputType, SelectionSetNode } from "graphql";
import { getNamedType, getNullableType, isListType, isObjectType, Kind, parse } from "graphql";
import { configurationSchema } from "./query.schema.ts";
import type { Fragments } from "./query-document.rules.ts";
import { fieldsOf, fragmentsOf, InvalidQuery } from "./query-document.rules.ts";

/** Longest lists: zones of the largest area, holidays of two years, ranges in the hours of a day. */
const entries = new Map([
  ...Object.entries({ zones: 24, holidays: 36, working_days: 3, disabled_features: 2 }),
  ...Object.entries({ week: 24, saturday: 24, sunday: 24 }),
  ...Object.entries({ cutoff: 25, capacity: 15, transit_time: 6, ranges: 25 }),
]);

/** Characters of a value that is long; anything else is a number or a short text. */
const longValues = new Map(
  Object.entries({ coordinates: 250, neighborhoods: 100, accurate_ranges: 50, description: 70 }),
);
const shortValue = 20;

/** Quotes, a colon and a comma around a name. */
const punctuation = 4;

/** How many times the whole configuration a selection may ask for. */
const timesTheWhole = 3;

/**
 * Refuses a valid selection that asks for much more than there is: the same values under many aliases. Fields
 * of one response name are merged, as execution merges them, so each of them counts once.
 */
export function checkCost(document: DocumentNode): void {
  const cost = costOf(document);
  if (cost > maxCost) throw new InvalidQuery("invalid_query", `query costs ${cost}, over ${maxCost}`);
}

/** The characters of JSON that a valid selection asks for, about, with every list at its largest. */
export function costOf(document: DocumentNode): number {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const query = configurationSchema.getQueryType();
  if (!operation || !query) throw new Error("The document was not checked");
  return objectCost(query, [operation.selectionSet], fragmentsOf(document));
}

function objectCost(type: GraphQLOutputType, sets: SelectionSetNode[], fragments: Fragments): number {
  const selected = new Map<string, { name: string; sets: SelectionSetNode[] }>();
  for (const node of sets.flatMap((set) => [...fieldsOf(set, fragments)])) {
    const key = node.alias?.value ?? node.name.value;
    const merged = selected.get(key) ?? { name: node.name.value, sets: [] };
    if (node.selectionSet) merged.sets.push(node.selectionSet);
    selected.set(key, merged);
  }
  let cost = 0;
  for (const [key, { name, sets: below }] of selected) {
    const field = fieldType(type, name);
    const one = isObjectType(getNamedType(field)) ? objectCost(field, below, fragments) : valueCost(name);
    cost += key.length + punctuation + one * entriesOf(name, field);
  }
  return cost;
}

function fieldType(type: GraphQLOutputType, name: string): GraphQLOutputType {
  const object = getNamedType(type);
  const field = isObjectType(object) ? object.getFields()[name] : undefined;
  if (!field) throw new Error(`The selection of ${name} was not checked`);
  return field.type;
}

const valueCost = (name: string): number => longValues.get(name) ?? shortValue;

function entriesOf(name: string, type: GraphQLOutputType): number {
  if (!isListType(getNullableType(type))) return 1;
  const most = entries.get(name);
  if (most === undefined) throw new Error(`How long the list ${name} can be is not said`);
  return most;
}

/** A selection of every field below a type. */
function everythingOf(type: GraphQLOutputType): string {
  const object = getNamedType(type);
  if (!isObjectType(object)) return "";
  const fields = Object.values(object.getFields());
  return `{ ${fields.map((field) => `${field.name} ${everythingOf(field.type)}`).join(" ")} }`;
}

function maxCostOf(): number {
  const query = configurationSchema.getQueryType();
  return query ? timesTheWhole * costOf(parse(everythingOf(query))) : 0;
}

/** The most that a selection may cost. */
export const maxCost: number = maxCostOf();
