import { siteOf } from "../sites/sites.service.ts";
import { valuesOf } from "./attribute-values.rules.ts";
import type { ItemAttribute, SaleTerm, StoredAttribute } from "./item-attributes.schema.ts";

const otherGroup = { es: "Otros", pt: "Outros" } as const;

/** Attributes as they are sent. jsonb does not keep the order of keys. */
export function attributesWire(attributes: readonly StoredAttribute[], siteId: string): ItemAttribute[] {
  const others = otherGroup[siteOf(siteId).language];
  return attributes.map((attribute) => ({
    ...saleTermWire(attribute),
    attribute_group_id: attribute.attribute_group_id ?? "OTHERS",
    attribute_group_name: attribute.attribute_group_name ?? others,
  }));
}

/** A term of sale, which is an attribute without a group. */
export const saleTermWire = (term: StoredAttribute): SaleTerm => ({
  id: term.id,
  name: term.name,
  value_id: term.value_id,
  value_name: term.value_name,
  value_struct: structWire(term),
  values: valuesOf(term).map(({ id, name }) => ({ id, name, struct: structWire(term) })),
});

const structWire = ({ value_struct }: StoredAttribute) =>
  value_struct ? { number: value_struct.number, unit: value_struct.unit } : null;
