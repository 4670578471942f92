import type { UserProfile } from "@marketplace/contracts";
import { type Caller, isOperator, type RowsOfSite } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";

/** The user and operators may see and change the user's Flex. */
export const mayManage = (caller: Caller, userId: number): boolean =>
  caller.userId === userId || isOperator(caller);

/** The user of a path, if the caller may manage them. The order of the checks is that of decisions 6.2. */
export async function managedUser(
  { siteId, userId }: { siteId: string; userId: number },
  caller: Caller,
  { identity }: Pick<Deps, "identity">,
): Promise<UserProfile> {
  const [user] = await identity.users({ ids: [userId] });
  if (!user) throw problems.user_not_found();
  if (user.site_id !== siteId) throw problems.user_of_other_site();
  if (!mayManage(caller, userId)) throw problems.no_access();
  return user;
}

/** Where the subscriptions of a path's user are: all of a seller's are in one database. */
export const sellersRows = (params: { site_id: string; user_id: number }): RowsOfSite<Deps> => ({
  siteId: params.site_id,
  areIn: async ({ subscriptions }) => (await subscriptions.ofUser(params.user_id)).length > 0,
});

/** The errors of `managedUser`, for an operation's list. */
export const userProblems = [
  problems.user_not_found,
  problems.user_of_other_site,
  problems.no_access,
] as const;
