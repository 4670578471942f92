import { siteOf } from "../sites/sites.service.ts";
import { valuesOf } from "./attribute-values.rules.ts";
import type { ItemAttribute, StoredAttribute } from "./item-attributes.schema.ts";

const otherGroup = { es: "Otros", pt: "Outros" } as const;

/** Attributes as they are sent. jsonb does not keep the order of keys. */
export function attributesWire(attributes: readonly StoredAttribute[], siteId: string): ItemAttribute[] {
  const others = otherGroup[siteOf(siteId).language];
  return attributes.map((attribute) => ({
    id: attribute.id,
    name: attribute.name,
    value_id: attribute.value_id,
    value_name: attribute.value_name,
    value_struct: structWire(attribute),
    values: valuesOf(attribute).map(({ id, name }) => ({ id, name, struct: structWire(attribute) })),
    attribute_group_id: attribute.attribute_group_id ?? "OTHERS",
    attribute_group_name: attribute.attribute_group_name ?? others,
  }));
}

const structWire = ({ value_struct }: StoredAttribute) =>
  value_struct ? { number: value_struct.number, unit: value_struct.unit } : null;
