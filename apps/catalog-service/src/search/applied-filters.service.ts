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
  deps: Pick<Deps, "searchNames" | "sellers">,
): Promise<AppliedFilter[]> {
  const { language } = siteOf(query.siteId);
  const words = filterNames(language);
  const filter = (
    id: "category" | "price" | "condition" | "shipping" | "shipping_cost" | "seller_id" | "nickname",
    value: AppliedFilter["values"][number],
  ) => ({
    id,
    name: words[id],
    type: id === "price" ? ("range" as const) : ("text" as const),
    values: [value],
  });
  const { price, condition, askedBy } = query;
  return [
    ...(category ? [filter("category", categoryValue(category))] : []),
    ...(price ? [filter("price", { id: priceId(price), name: priceName(price, language) })] : []),
    ...(condition === undefined
      ? []
      : [filter("condition", { id: condition, name: words.conditions.get(condition) ?? condition })]),
    ...(query.freeShipping
      ? [filter(askedBy?.freeShipping ?? "shipping", { id: "free", name: words.free })]
      : []),
    ...(await sellerFilter(query, deps)).map(({ id, value }) => filter(id, value)),
    ...(await attributeFilters(query, deps)),
  ];
}

const categoryValue = ({ id, name, pathFromRoot }: Category) => ({
  id,
  name,
  path_from_root: pathFromRoot.map((each) => ({ id: each.id, name: each.name })),
});

/** The filter by seller, under the name of the parameter that asked for it. */
async function sellerFilter({ sellerId, askedBy }: SearchQuery, { sellers }: Pick<Deps, "sellers">) {
  if (sellerId === undefined) return [];
  const seller = (await sellers.byIds([sellerId])).get(sellerId);
  const { nickname } = askedBy ?? {};
  if (nickname !== undefined) {
    const name = seller?.nickname ?? nickname;
    return [{ id: "nickname" as const, value: { id: name, name } }];
  }
  return [
    { id: "seller_id" as const, value: { id: String(sellerId), name: seller?.nickname ?? String(sellerId) } },
  ];
}

async function attributeFilters(
  { siteId, attributes }: SearchQuery,
  { searchNames }: Pick<Deps, "searchNames">,
): Promise<AppliedFilter[]> {
  const [names, values] = await Promise.all([
    searchNames.attributes(siteId, [...attributes.keys()]),
    searchNames.values(
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
