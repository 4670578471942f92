import type { Cause } from "@marketplace/conventions";
import type { Category } from "../categories/categories.schema.ts";
import { issue } from "./issues.rules.ts";
import type { ItemChange } from "./item-input.schema.ts";
import type { ItemContent } from "./items.schema.ts";

/** A mode without logistics is its own type. Flex is switched by commands of its own. */
function typesOf(mode: string, { logistics }: Category): [string, ...string[]] {
  const types = logistics.find((entry) => entry.mode === mode)?.types ?? [];
  const [first = mode === "me2" ? "drop_off" : mode, ...others] = types.filter(
    (type) => type !== "self_service",
  );
  return [first, ...others];
}

/** The category's first logistic type beside Flex. */
export const logisticTypeOf = (mode: string, category: Category): string => typesOf(mode, category)[0];

/**
 * The shipping mode and logistic type after a change; the type stays as long as mode and category do. A body
 * that was read and sent back with another of these asks for no type by the one that the `present` item has.
 */
export function chosenLogistics(
  { before, present: item }: { before: ItemContent; present: ItemContent | undefined },
  { shipping }: ItemChange,
  category: Category,
): { mode: string; type: string; issues: Cause[] } {
  const mode = shipping?.mode ?? before.shippingMode;
  const isSamePlace = mode === before.shippingMode && category.id === before.categoryId;
  const types = typesOf(mode, category);
  const present = isSamePlace ? before.logisticType : types[0];
  const given = shipping?.logistic_type ?? present;
  if (types.includes(given)) return { mode, type: given, issues: [] };
  if (given === present || given === item?.logisticType) return { mode, type: present, issues: [] };
  const message = `shipping.logistic_type must be one of ${types.join(", ")} for ${mode} in this category`;
  const field = "shipping.logistic_type";
  return { mode, type: present, issues: [issue("shipping_logistic_type.invalid", message, field)] };
}
