import type { User } from "./users.repo.ts";
import type { UserView } from "./users.schema.ts";

/** A user as the viewer may see them: private fields are for the user only, not even for operators. */
export function viewOf(user: User, viewerId: number): UserView {
  const { id, nickname, site_id, country_id, reputation_level, site_status } = user;
  const open: UserView = {
    id,
    nickname,
    site_id,
    country_id,
    seller_reputation: { level_id: reputation_level },
    status: { site_status },
  };
  if (viewerId !== id) return open;
  const { email, phone, first_name, last_name, address } = user;
  return { ...open, email, phone, first_name, last_name, address };
}
