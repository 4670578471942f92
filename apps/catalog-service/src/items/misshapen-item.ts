import type { Cause, Misshapen } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { siteIdOf } from "../sites/sites.ts";
import { missingAttributes } from "./attributes.rules.ts";
import { fieldOf } from "./fault.ts";
import { blankContent, draftOf } from "./item-draft.ts";
import { ItemChange } from "./item-input.schema.ts";
import { categoryFault, faultsAnywhere, faultsOf, isCategoryId } from "./items.rules.ts";

/** What is wrong with the fields of a new item that have their shape, when its body as a whole has not. */
export async function faultsBeside(
  body: Misshapen,
  { categories }: Pick<Deps, "categories">,
): Promise<Cause[]> {
  const given = wellShaped(body);
  const { category_id: id } = given;
  if (id === undefined) return faultsAnywhere(given, undefined);
  const category = isCategoryId(id) ? await categories.find(id) : undefined;
  const reason = categoryFault(id, category, siteIdOf(id));
  if (reason || !category) return [...(reason ? [reason] : []), ...faultsAnywhere(given, category)];
  const shelf = { category, attributes: (await categories.attributes(id)) ?? [] };
  const draft = draftOf(blankContent(shelf), given, shelf);
  const faults = [
    ...draft.faults,
    ...faultsOf(draft.content, category),
    ...missingAttributes(draft, shelf.attributes),
  ];
  const wrong = fieldsOf(body);
  return faults.filter(({ references }) => !references.some((reference) => wrong.has(fieldOf(reference))));
}

/** The same of a change: what its item's category would say is not asked. */
export const plainFaultsBeside = (body: Misshapen): Cause[] => faultsAnywhere(wellShaped(body), undefined);

/** The fields that no cause speaks of. */
function wellShaped(body: Misshapen): ItemChange {
  const wrong = fieldsOf(body);
  const others = Object.entries(Object(body.value)).filter(([name]) => !wrong.has(name));
  return ItemChange.safeParse(Object.fromEntries(others)).data ?? {};
}

const fieldsOf = ({ causes }: Misshapen): Set<string> =>
  new Set(causes.flatMap(({ references }) => references.map(fieldOf)));
