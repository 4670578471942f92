import { resolveAttributes } from "../items/attributes.rules.ts";
import type { NewItem } from "../items/items.schema.ts";
import { saleTermsIn } from "../items/sale-terms.rules.ts";
import { siteOf } from "../sites/sites.service.ts";

/** An EAN-13 of the range that shops give out themselves, with its check digit. */
function ean13(number: number): string {
  const digits = `20${String(number).padStart(10, "0")}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const free = (id: string, name: string, value_name: string) => ({ id, name, value_id: null, value_name });

/**
 * What sellers say of most goods: their own codes, which integrations know items by, a bar code, and the
 * warranty of new ones. `place` is the item's in its site.
 */
export function withCodes(item: NewItem, place: number): NewItem {
  if (item.buyingMode !== "buy_it_now") return item;
  const code = `${item.siteId}-${String(place).padStart(5, "0")}`;
  const { language } = siteOf(item.siteId);
  const gtin = language === "pt" ? "Código universal de produto" : "Código universal de producto";
  const codes = [
    ...(place % 2 === 1 ? [] : [free("GTIN", gtin, ean13(place))]),
    ...(place % 5 === 4 ? [] : [free("SELLER_SKU", "SKU", code)]),
  ];
  const warranty = [
    { id: "WARRANTY_TYPE", value_id: place % 3 === 0 ? "2230279" : "2230280" },
    { id: "WARRANTY_TIME", value_struct: { number: place % 3 === 0 ? 12 : 3, unit: "meses" } },
  ];
  return {
    ...item,
    attributes: [...item.attributes, ...codes],
    sellerCustomField: place % 3 === 0 ? code.toLowerCase() : null,
    saleTerms: item.condition === "new" ? resolveAttributes(warranty, saleTermsIn(language)).attributes : [],
  };
}
