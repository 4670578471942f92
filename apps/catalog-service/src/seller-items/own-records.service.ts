import { type Caller, isOperator, type Problem } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";

interface Asked {
  userId: number;
  caller: Caller;
  /** The problem of all others. */
  forbidden: () => Problem;
}

/** What is a seller's own is for the seller and operators; these get 404 for a user who does not exist. */
export async function assertOwnOrOperator(
  { userId, caller, forbidden }: Asked,
  { sellers }: Pick<Deps, "sellers">,
): Promise<void> {
  if (caller.userId === userId) return;
  if (!isOperator(caller)) throw forbidden();
  if (!(await sellers.byIds([userId])).has(userId)) throw problems.user_not_found({ id: userId });
}
