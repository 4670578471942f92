import type { Cause, InvalidBody } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { draftChange, draftNew, foreignSite } from "./draft-items.service.ts";
import { fieldOf } from "./issues.rules.ts";
import { ItemChange } from "./item-input.schema.ts";
import { issuesWithoutCategory } from "./items.rules.ts";

/** Issues of the valid fields of a new item whose body has invalid fields too. */
export async function issuesOfInvalidItem(
  body: InvalidBody,
  deps: Pick<Deps, "categories">,
): Promise<Cause[]> {
  const { category_id, ...given } = validFields(body);
  const siteId = body.caller?.siteId ?? "";
  if (category_id === undefined)
    return issuesOfOtherFields(body, [
      ...foreignSite(given, siteId),
      ...issuesWithoutCategory(given, undefined),
    ]);
  return issuesOfOtherFields(body, (await draftNew({ ...given, category_id }, siteId, deps)).issues);
}

/** Issues of the valid fields of a change; the item's category is only used for its seller. */
export async function issuesOfInvalidChange(
  body: InvalidBody,
  deps: Pick<Deps, "categories" | "items" | "webUrl">,
): Promise<Cause[]> {
  const given = validFields(body);
  const item = await deps.items.find(String(body.params.id));
  const known = item && item.sellerId === body.caller?.userId && !fieldsOf(body).has("category_id");
  return issuesOfOtherFields(
    body,
    known ? (await draftChange(item, given, deps)).issues : issuesWithoutCategory(given, undefined),
  );
}

const issuesOfOtherFields = (body: InvalidBody, issues: readonly Cause[]): Cause[] => {
  const wrong = fieldsOf(body);
  return issues.filter(({ references }) => !references.some((reference) => wrong.has(fieldOf(reference))));
};

/** The fields without an issue. */
function validFields(body: InvalidBody): ItemChange {
  const { value } = body;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const wrong = fieldsOf(body);
  const others = Object.entries(value).filter(
    ([name]) => Object.hasOwn(ItemChange.shape, name) && !wrong.has(name),
  );
  const given = ItemChange.safeParse(Object.fromEntries(others)).data ?? {};
  // An invalid currency must not limit the decimals of the price.
  return wrong.has("currency_id") ? { ...given, currency_id: "" } : given;
}

const fieldsOf = ({ causes }: InvalidBody): Set<string> =>
  new Set(causes.flatMap(({ references }) => references.map(fieldOf)));
