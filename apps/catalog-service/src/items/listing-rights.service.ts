import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";

/** Throws 403 for users who may not list: those under moderation. What is known of a user is a minute old. */
export async function assertMayList(
  { userId }: Pick<Caller, "userId">,
  { sellers }: Pick<Deps, "sellers">,
): Promise<void> {
  if ((await sellers.byIds([userId])).get(userId)?.moderated) throw problems.unable_to_list();
}
