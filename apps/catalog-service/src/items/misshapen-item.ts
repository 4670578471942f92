import type { Cause, Misshapen } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { missingAttributes } from "./attributes.rules.ts";
import { fieldOf } from "./fault.ts";
import { blankContent, draftOf } from "./item-draft.ts";
import { ItemChange } from "./item-input.schema.ts";
import { categoryFault, faultsAnywhere, faultsOf, isCategoryId, ofSite } from "./items.rules.ts";
import { foreignSite, siteFaults } from "./site-faults.ts";

/** What is wrong with the fields of a new item that have their shape, when its body as a whole has not. */
export async function faultsBeside(
  body: Misshapen,
  { categories }: Pick<Deps, "categories">,
): Promise<Cause[]> {
  const given = wellShaped(body);
  const siteId = body.caller?.siteId ?? "";
  const site = siteFaults(given, siteId, foreignSite(siteId));
  const { category_id: id } = given;
  if (id === undefined) return [...site, ...faultsAnywhere(given, undefined)];
  const category = isCategoryId(id) ? await categories.find(id) : undefined;
  const reason = categoryFault(id, category, siteId);
  if (reason || !category)
    return [...site, ...(reason ? [reason] : []), ...faultsAnywhere(given, ofSite(category, siteId))];
  const shelf = { category, attributes: (await categories.attributes(id)) ?? [] };
  const draft = draftOf(blankContent(shelf), given, shelf);
  const wrong = fieldsOf(body);
  // Decimals are those of a currency that is known.
  const content = wrong.has("currency_id") ? { ...draft.content, currencyId: "" } : draft.content;
  const faults = [
    ...site,
    ...draft.faults,
    ...faultsOf(content, category),
    ...missingAttributes(draft, shelf.attributes),
  ];
  return faults.filter(({ references }) => !references.some((reference) => wrong.has(fieldOf(reference))));
}

/** The same of a change: what its item's category would say is not asked. */
export const plainFaultsBeside = (body: Misshapen): Cause[] => faultsAnywhere(wellShaped(body), undefined);

/** The fields of an item that no cause speaks of. */
function wellShaped(body: Misshapen): ItemChange {
  const { value } = body;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const wrong = fieldsOf(body);
  const others = Object.entries(value).filter(
    ([name]) => Object.hasOwn(ItemChange.shape, name) && !wrong.has(name),
  );
  return ItemChange.safeParse(Object.fromEntries(others)).data ?? {};
}

const fieldsOf = ({ causes }: Misshapen): Set<string> =>
  new Set(causes.flatMap(({ references }) => references.map(fieldOf)));
