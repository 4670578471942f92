import { createHash } from "node:crypto";
import { wordsOf } from "@marketplace/search-index/words";
import { indexedItem, type SearchedItem } from "./indexed-item.rules.ts";

/** Raise it after a change of what is indexed that the sample below does not show. */
const version = 1;

const attribute = (id: string, value_id: string | null, value_name: string | null) => ({
  id,
  name: id,
  value_id,
  value_name,
});

const sample: SearchedItem = {
  no: 1,
  siteId: "MLA",
  sellerId: 1,
  price: "10.50",
  condition: "new",
  freeShipping: true,
  title: `Router Wi-Fi 6 O\u2019Neill, 8kg de 1 TB 50" iPhone13 Notebooks para ÀÇÃO ﬁn Æ ß 数 d'água`,
  variations: [
    {
      combinations: [{ id: null, name: "Diseño", value_id: null, value_name: "A rayas" }],
      attributes: [{ id: "COLOR", name: "Color", value_id: "52005", value_name: "Marrón" }],
    },
  ],
  attributes: [
    attribute("BRAND", "1", "Nestlé"),
    attribute("MODEL", null, "S-23 Ultra"),
    attribute("COLOR", "2", "Azul/Negro"),
    attribute("WEIGHT", "-1", null),
    attribute("category", "3", "Cuero"),
    { ...attribute("MATERIALS", null, "Cuero,Lona"), values: [{ id: "4", name: "Cuero" }] },
  ],
  categoryName: "Celulares y Smartphones",
  path: ["MLA1", "MLA2"],
};

/**
 * Says by which rules items are indexed: the hash of what becomes of a sample, so that a change of the rules
 * shows without anybody thinking of it. An index by other rules is rebuilt.
 */
export function indexingFingerprint(indexed = indexedItem): string {
  const item = indexed(sample);
  const words = Object.values(item.fields).map(wordsOf);
  return createHash("sha256")
    .update(JSON.stringify([version, item, words]))
    .digest("hex")
    .slice(0, 16);
}
