import {
  bodyId,
  type Caller,
  checkWindow,
  idParam,
  type Page,
  Paging,
  pagingQuery,
  utcTimestamp,
} from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";

const seller_id = idParam().describe("The seller whose blacklist it is");

const BlockedUser = z
  .object({ id: z.int().describe("Blocked user"), blocked_at: z.string().describe("ISO 8601 UTC") })
  .meta({ id: "BlockedUser" });
const Blacklist = z.object({ users: z.array(BlockedUser), paging: Paging }).meta({ id: "Blacklist" });
const BlockedId = z.object({ user_id: z.int().describe("The user it was about") });

/** Only the seller sees and changes the list (spec: Blacklist). */
function checkOwner(caller: Caller, sellerId: number): void {
  if (caller.userId !== sellerId) throw problems.not_your_blacklist();
}

async function listBlocked(
  { blacklist }: Deps,
  sellerId: number,
  { limit, offset, user_id }: Page & { user_id?: number | undefined },
): Promise<z.output<typeof Blacklist>> {
  checkWindow({ limit, offset });
  const { users, total } = await blacklist.list(sellerId, { limit, offset, userId: user_id });
  const entries = users.map(({ userId, blockedAt }) => ({ id: userId, blocked_at: utcTimestamp(blockedAt) }));
  return { users: entries, paging: { total, offset, limit } };
}

async function block({ identity, blacklist, clock }: Deps, sellerId: number, userId: number): Promise<void> {
  if (userId === sellerId) throw problems.cannot_block_self();
  const [user] = await identity.users({ ids: [userId] });
  if (!user) throw problems.user_not_found({ id: userId });
  await blacklist.block(sellerId, userId, clock.now());
}

/** Users who may not ask a seller questions. */
export const blacklist = resource({
  name: "Questions blacklist",
  description: "Users who may not ask a seller questions",
  fields: BlockedUser,
  related: ["/questions", "/users"],
  connections: { id: "/users/{id}" },
  operations: [
    operation({
      id: "blockUser",
      method: "POST",
      path: "/users/{seller_id}/questions_blacklist",
      summary: "Blocks a user from asking; twice is the same as once",
      example: "/users/2418503621/questions_blacklist",
      params: { seller_id },
      body: z.strictObject({ user_id: bodyId({ signed: true }).describe("User to block") }),
      response: BlockedId,
      errors: [problems.not_your_blacklist, problems.user_not_found, problems.cannot_block_self],
      async handle({ params, body, caller }, deps) {
        checkOwner(caller, params.seller_id);
        await block(deps, params.seller_id, body.user_id);
        return { user_id: body.user_id };
      },
    }),
    operation({
      id: "listBlockedUsers",
      method: "GET",
      path: "/users/{seller_id}/questions_blacklist",
      summary: "Lists the users a seller has blocked",
      example: "/users/2418503621/questions_blacklist",
      params: { seller_id },
      query: {
        user_id: idParam().optional().describe("Only this user: empty when they may ask"),
        ...pagingQuery,
      },
      response: Blacklist,
      errors: [problems.not_your_blacklist],
      handle({ params, query, caller }, deps) {
        checkOwner(caller, params.seller_id);
        return listBlocked(deps, params.seller_id, query);
      },
    }),
    operation({
      id: "unblockUser",
      method: "DELETE",
      path: "/users/{seller_id}/questions_blacklist/{user_id}",
      summary: "Takes a user off the list",
      example: "/users/2418503621/questions_blacklist/2418503624",
      params: { seller_id, user_id: idParam().describe("Blocked user") },
      response: BlockedId,
      errors: [problems.not_your_blacklist, problems.not_blocked],
      async handle({ params, caller }, { blacklist }) {
        checkOwner(caller, params.seller_id);
        if (!(await blacklist.unblock(params.seller_id, params.user_id)))
          throw problems.not_blocked({ id: params.user_id });
        return { user_id: params.user_id };
      },
    }),
    operation({
      id: "searchBlockedUsers",
      method: "GET",
      path: "/block-api/search/users/{user_id}",
      summary: "The same list, as the block search gives it",
      example: "/block-api/search/users/2418503621?type=blocked_by_questions",
      params: { user_id: seller_id },
      query: { type: z.literal("blocked_by_questions").describe("The kind of block"), ...pagingQuery },
      response: Blacklist,
      errors: [problems.not_your_blacklist],
      handle({ params, query, caller }, deps) {
        checkOwner(caller, params.user_id);
        return listBlocked(deps, params.user_id, query);
      },
    }),
  ],
});
