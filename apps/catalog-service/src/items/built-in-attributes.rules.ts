import type { Category } from "../categories/categories.schema.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { siteOf } from "../sites/sites.service.ts";
import type { AttributeDefinition } from "./attribute-values.rules.ts";
import type { Definitions } from "./attributes.rules.ts";
import { conditionDefinition, type NameOf } from "./item-condition.rules.ts";

/** Attributes of every category, also where its tree does not list them. */
function builtIns(siteId: string): AttributeDefinition[] {
  const isPortuguese = siteOf(siteId).language === "pt";
  const nameOf: NameOf = (spanish, portuguese) => (isPortuguese ? portuguese : spanish);
  const text = { value_type: "string", value_max_length: 255 };
  return [
    { id: "SELLER_SKU", name: "SKU", ...text },
    { id: "GTIN", name: nameOf("Código universal de producto", "Código universal de produto"), ...text },
    conditionDefinition(nameOf),
  ];
}

/** The attributes that items of a category may have. A category without any accepts all. */
export function definitionsOf(
  { siteId }: Pick<Category, "siteId">,
  attributes: readonly CategoryAttribute[],
): Definitions {
  const all = [...builtIns(siteId), ...attributes];
  return {
    field: "attributes",
    known: new Map(all.map((definition) => [definition.id, definition])),
    unknown: (id) => `attribute ${id} does not belong to the category`,
    open: attributes.length === 0,
  };
}
