import { isDeepStrictEqual } from "node:util";
import type { Category } from "../categories/categories.schema.ts";
import { type CategoryAttribute, withoutEmptyValues } from "../categories/category-attributes.schema.ts";
import { siteOf } from "../sites/sites.service.ts";
import type { Definitions } from "./attributes.rules.ts";
import { conditionValues, type NameOf } from "./item-condition.rules.ts";

type OfSite = Pick<Category, "siteId">;
type OfCategory = OfSite & { settings: Pick<Category["settings"], "item_conditions"> };

/** Attributes of every category, also where its tree does not name them. */
function builtIns({ siteId }: OfSite): CategoryAttribute[] {
  const { language } = siteOf(siteId);
  const nameOf: NameOf = (spanish, portuguese) => (language === "pt" ? portuguese : spanish);
  const others = { attribute_group_id: "OTHERS", attribute_group_name: nameOf("Otros", "Outros") };
  const text = { value_type: "string", value_max_length: 255, ...others };
  return [
    {
      id: "SELLER_SKU",
      name: "SKU",
      tags: { hidden: true, variation_attribute: true },
      hierarchy: "ITEM",
      relevance: 2,
      ...text,
    },
    {
      id: "GTIN",
      name: nameOf("Código universal de producto", "Código universal de produto"),
      tags: { variation_attribute: true },
      hierarchy: "PRODUCT_IDENTIFIER",
      relevance: 1,
      type: "product_identifier",
      ...text,
    },
    {
      id: "ITEM_CONDITION",
      name: nameOf("Condición del ítem", "Condição do item"),
      tags: { hidden: true },
      hierarchy: "ITEM",
      relevance: 2,
      value_type: "list",
      value_max_length: 255,
      values: conditionValues(nameOf).map(({ id, name }) => ({ id, name })),
      ...others,
    },
  ];
}

/** The same with the conditions alone that the category takes. */
function builtInsOf({ siteId, settings }: OfCategory): CategoryAttribute[] {
  const conditions = conditionValues((spanish) => spanish);
  const allowed: ReadonlySet<string> = new Set(
    conditions.filter(({ condition }) => settings.item_conditions.includes(condition)).map(({ id }) => id),
  );
  return builtIns({ siteId }).map((attribute) =>
    attribute.id === "ITEM_CONDITION"
      ? { ...attribute, values: attribute.values?.filter(({ id }) => allowed.has(id)) ?? [] }
      : attribute,
  );
}

/** The attributes of a category as they are shown: its own, and the others of those of every category. */
export function withBuiltIns(
  attributes: readonly CategoryAttribute[],
  category: OfCategory,
): CategoryAttribute[] {
  const own = new Set(attributes.map(({ id }) => id));
  // Earlier releases stored empty lists of values.
  const shown = attributes.map(withoutEmptyValues);
  return [...shown, ...builtInsOf(category).filter(({ id }) => !own.has(id))];
}

/** The attributes of a file that are a category's own: a dump of ours also shows those of every category. */
export function withoutBuiltIns(
  attributes: readonly CategoryAttribute[],
  category: OfCategory,
): CategoryAttribute[] {
  const known = new Map(builtInsOf(category).map((attribute) => [attribute.id, attribute]));
  return attributes.filter((attribute) => !isDeepStrictEqual(attribute, known.get(attribute.id)));
}

/** The attributes that items of a category may have. A category without any of its own accepts all. */
export function definitionsOf(category: OfSite, attributes: readonly CategoryAttribute[]): Definitions {
  const ofAll = builtIns(category);
  const all = [...ofAll, ...attributes];
  return {
    field: "attributes",
    known: new Map(all.map((definition) => [definition.id, definition])),
    unknown: (id) => `attribute ${id} does not belong to the category`,
    open: attributes.every(({ id }) => ofAll.some((attribute) => attribute.id === id)),
  };
}
