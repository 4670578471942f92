import type { IdentityRpc } from "@marketplace/contracts";
import { type Caller, isOperator } from "@marketplace/conventions";
import { problems } from "../problems.ts";
import { issue } from "./issues.rules.ts";

/** Looks sellers up; the result gives the seller of a line, or throws the line's problem. */
export type BulkSellers = (ids: readonly number[]) => Promise<(id: number | undefined) => Caller>;

/** Sellers that one request remembers. */
const maxRemembered = 10_000;

/** The user id of an importer who sells nothing, so that each line has to name its seller. */
export const noSeller = 0;

/** Who sells what a caller lists: the caller, or for operators the seller whom a line names. */
export function bulkSellers(caller: Caller, identity: Pick<IdentityRpc, "users">): BulkSellers {
  const known = new Map<number, Caller>();
  const lookUp = async (ids: readonly number[]): Promise<void> => {
    if (known.size > maxRemembered) known.clear();
    const missing = [...new Set(ids)].filter((id) => !known.has(id));
    if (missing.length === 0) return;
    for (const { id, site_id: siteId } of await identity.users({ ids: missing }))
      known.set(id, { ...caller, userId: id, siteId });
  };
  return async (ids) => {
    if (isOperator(caller)) await lookUp(ids);
    return (id = caller.userId) => {
      const seller = id === caller.userId && id !== noSeller ? caller : known.get(id);
      if (seller) return seller;
      const message = messageOf(id, caller);
      throw problems.validation_error({ cause: [issue("seller_id.invalid", message, "seller_id")] });
    };
  };
}

function messageOf(id: number, caller: Caller): string {
  if (id === noSeller) return "seller_id is required";
  return isOperator(caller) ? `there is no user ${id}` : "only operators list items of others";
}
