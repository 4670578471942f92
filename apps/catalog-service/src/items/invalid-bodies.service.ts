import type { Cause, InvalidBody } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { draftChange, draftNew, foreignSite } from "./draft-items.service.ts";
import { fieldOf } from "./issues.rules.ts";
import { ItemChange } from "./item-input.schema.ts";
import { faultsAnywhere } from "./items.rules.ts";

/** What is wrong with the fields of a new item that have their shape, when its body as a whole has not. */
export async function furtherCauses(body: InvalidBody, deps: Pick<Deps, "categories">): Promise<Cause[]> {
  const { category_id, ...given } = wellShaped(body);
  const siteId = body.caller?.siteId ?? "";
  if (category_id === undefined)
    return othersOf(body, [...foreignSite(given, siteId), ...faultsAnywhere(given, undefined)]);
  return othersOf(body, (await draftNew({ ...given, category_id }, siteId, deps)).faults);
}

/** The same of a change, by the category of the item where it is the caller's. */
export async function faultsBesideChange(
  body: InvalidBody,
  deps: Pick<Deps, "categories" | "items">,
): Promise<Cause[]> {
  const given = wellShaped(body);
  const item = await deps.items.find(String(body.params.id));
  const known = item && item.sellerId === body.caller?.userId && !fieldsOf(body).has("category_id");
  return othersOf(
    body,
    known ? (await draftChange(item, given, deps)).faults : faultsAnywhere(given, undefined),
  );
}

const othersOf = (body: InvalidBody, faults: readonly Cause[]): Cause[] => {
  const wrong = fieldsOf(body);
  return faults.filter(({ references }) => !references.some((reference) => wrong.has(fieldOf(reference))));
};

/** The fields of an item that no cause speaks of. */
function wellShaped(body: InvalidBody): ItemChange {
  const { value } = body;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const wrong = fieldsOf(body);
  const others = Object.entries(value).filter(
    ([name]) => Object.hasOwn(ItemChange.shape, name) && !wrong.has(name),
  );
  const given = ItemChange.safeParse(Object.fromEntries(others)).data ?? {};
  // Decimals are those of a currency that is known.
  return wrong.has("currency_id") ? { ...given, currency_id: "" } : given;
}

const fieldsOf = ({ causes }: InvalidBody): Set<string> =>
  new Set(causes.flatMap(({ references }) => references.map(fieldOf)));
