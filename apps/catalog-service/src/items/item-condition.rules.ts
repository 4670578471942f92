import type { Cause } from "@marketplace/conventions";
import { type AttributeDefinition, folded } from "./attribute-values.rules.ts";
import { issue } from "./issues.rules.ts";
import { notApplicable, type StoredAttribute } from "./item-attributes.schema.ts";
import type { ItemChange } from "./item-input.schema.ts";
import type { ItemContent } from "./items.schema.ts";

/** The attribute that says an item's condition. */
const attributeId = "ITEM_CONDITION";

/** Conditions, as values of the attribute: condition, value id, Spanish and Portuguese name. */
const conditions = [
  ["new", "2230284", "Nuevo", "Novo"],
  ["used", "2230581", "Usado", "Usado"],
  ["refurbished", "2230582", "Reacondicionado", "Recondicionado"],
] as const;

/** Chooses the name in a site's language. */
export type NameOf = (spanish: string, portuguese: string) => string;

/** The values of ITEM_CONDITION, with the condition that each says. */
export const conditionValues = (nameOf: NameOf) =>
  conditions.map(([condition, id, spanish, portuguese]) => ({
    condition,
    id,
    name: nameOf(spanish, portuguese),
  }));

/** The condition that ITEM_CONDITION says; `undefined` for a value that is none. */
function conditionIn({ value_id, value_name }: StoredAttribute): string | undefined {
  if (value_id === notApplicable) return "not_specified";
  const name = folded(value_name ?? "");
  const found = conditions.find(
    ([, id, ...names]) => id === value_id || names.some((each) => folded(each) === name),
  );
  return found?.[0];
}

/**
 * The condition that a change asks for, by `condition` or by the attribute ITEM_CONDITION; `undefined` when
 * it stays. A body that was read, changed and sent back has the old one in one of them: the other counts. Two
 * that are new must agree.
 */
export function chosenCondition(
  present: ItemContent | undefined,
  { condition, attributes = [] }: ItemChange,
  resolved: readonly StoredAttribute[],
): { value?: string | undefined; issues: Cause[] } {
  const index = attributes.findIndex(({ id }) => id === attributeId);
  const attribute = index < 0 ? undefined : resolved.find(({ id }) => id === attributeId);
  const given = [condition, attribute && conditionIn(attribute)];
  const [value, other] = given.filter((each) => each !== undefined && each !== present?.condition);
  if (other === undefined || other === value) return { value, issues: [] };
  const message = `condition is ${value} and the attribute ${attributeId} says ${other}`;
  return { value, issues: [issue("condition.invalid", message, `attributes[${index}]`)] };
}

/** The attributes, with ITEM_CONDITION, where it was given, in step with the condition. */
export function withCondition(
  { attributes, condition }: ItemContent,
  definition: AttributeDefinition | undefined,
): StoredAttribute[] {
  const present = attributes.find(({ id }) => id === attributeId);
  const said = present && conditionIn(present);
  if (said === undefined || said === condition) return attributes;
  const [, id] = conditions.find(([each]) => each === condition) ?? [];
  const value = definition?.values?.find((each) => each.id === id);
  return attributes.flatMap((attribute) => {
    if (attribute !== present) return [attribute];
    return value ? [{ ...attribute, value_id: value.id, value_name: value.name }] : [];
  });
}
