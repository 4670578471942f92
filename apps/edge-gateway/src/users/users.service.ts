import type { UserProfile } from "@marketplace/contracts";
import { utcTimestamp } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { viewOf } from "./users.policy.ts";
import type { User } from "./users.repo.ts";
import type { UserView } from "./users.schema.ts";

const permalinkOf = ({ nickname }: Pick<User, "nickname">, { webUrl }: Pick<Deps, "webUrl">): string =>
  `${webUrl}/profile/${encodeURIComponent(nickname)}`;

/** A user as the viewer may see them. */
export async function showUser(deps: Deps, user: User, viewerId: number): Promise<UserView> {
  const trades = (await deps.trades([user.id])).get(user.id);
  return viewOf(user, { viewerId, trades, permalink: permalinkOf(user, deps) });
}

/** The users of these ids that exist, by id, as the viewer may see them. */
export async function showUsers(
  deps: Deps,
  ids: readonly number[],
  viewerId: number,
): Promise<ReadonlyMap<number, UserView>> {
  const users = await deps.users.findMany([...new Set(ids)]);
  const trades = await deps.trades(users.map(({ id }) => id));
  const shown = users.map((user) => {
    const around = { viewerId, trades: trades.get(user.id), permalink: permalinkOf(user, deps) };
    return [user.id, viewOf(user, around)] as const;
  });
  return new Map(shown);
}

/** A user as the other services know them. */
export const profileOf = (user: User, deps: Pick<Deps, "webUrl">): UserProfile => ({
  ...user,
  permalink: permalinkOf(user, deps),
  registered_at: utcTimestamp(user.registeredAt),
});
