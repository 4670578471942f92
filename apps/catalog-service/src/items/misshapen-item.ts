import type { Cause, Misshapen } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { fieldOf } from "./fault.ts";
import { ItemChange } from "./item-input.schema.ts";
import { faultsAnywhere } from "./items.rules.ts";
import { draftNew, foreignSite } from "./placing.ts";

/** What is wrong with the fields of a new item that have their shape, when its body as a whole has not. */
export async function faultsBeside(body: Misshapen, deps: Pick<Deps, "categories">): Promise<Cause[]> {
  const given = wellShaped(body);
  const { category_id } = given;
  const siteId = body.caller?.siteId ?? "";
  const wrong = fieldsOf(body);
  // Decimals are those of a currency that is known.
  const currency = wrong.has("currency_id") ? { currency_id: "" } : {};
  const { faults } =
    category_id === undefined
      ? { faults: [...foreignSite(given, siteId), ...faultsAnywhere(given, undefined)] }
      : await draftNew({ ...given, ...currency, category_id }, siteId, deps);
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
