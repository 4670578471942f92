import type { Category } from "../categories/categories.schema.ts";
import type { Deps } from "../deps.ts";
import { siteOf } from "../sites/sites.service.ts";
import { filterNames, priceId, priceName } from "./filter-names.rules.ts";
import type { AppliedFilter } from "./search.schema.ts";
import type { SearchQuery } from "./search-query.schema.ts";

/** The filters of a search, with the names of their values. */
export async function appliedFilters(
  query: SearchQuery,
  category: Category | undefined,
  deps: Pick<Deps, "attributeNames" | "sellers">,
): Promise<AppliedFilter[]> {
  const { language } = siteOf(query.siteId);
  const words = filterNames(language);
  const filter = (
    id: "category" | "price" | "condition" | "shipping" | "seller_id",
    value: { id: string; name: string },
  ) => ({
    id,
    name: words[id],
    type: id === "price" ? ("range" as const) : ("text" as const),
    values: [value],
  });
  const { price, condition, sellerId } = query;
  return [
    ...(category ? [filter("category", { id: category.id, name: category.name })] : []),
    ...(price ? [filter("price", { id: priceId(price), name: priceName(price, language) })] : []),
    ...(condition === undefined
      ? []
      : [filter("condition", { id: condition, name: words.conditions.get(condition) ?? condition })]),
    ...(query.freeShipping ? [filter("shipping", { id: "free", name: words.free })] : []),
    ...(sellerId === undefined ? [] : [filter("seller_id", await sellerValue(sellerId, deps))]),
    ...(await attributeFilters(query, deps)),
  ];
}

async function sellerValue(id: number, { sellers }: Pick<Deps, "sellers">) {
  const nickname = (await sellers.nicknames([id])).get(id);
  return { id: String(id), name: nickname || String(id) };
}

async function attributeFilters(
  { siteId, attributes }: SearchQuery,
  { attributeNames }: Pick<Deps, "attributeNames">,
): Promise<AppliedFilter[]> {
  const [names, values] = await Promise.all([
    attributeNames.attributes(siteId, [...attributes.keys()]),
    attributeNames.values(
      siteId,
      [...attributes].map(([id, value]) => `${id}=${value}`),
    ),
  ]);
  return [...attributes].map(([id, value]) => ({
    id,
    name: names.get(id) ?? id,
    type: "text" as const,
    values: [{ id: value, name: values.get(`${id}=${value}`) ?? value }],
  }));
}
