import type { UserTrades } from "@marketplace/contracts";
import { utcTimestamp } from "@marketplace/conventions";
import type { User } from "./users.repo.ts";
import type { UserView } from "./users.schema.ts";

interface Around {
  viewerId: number;
  /** Absent while they cannot be counted. */
  trades: UserTrades | undefined;
  permalink: string;
}

/** A user as the viewer may see them: private fields are for the user only, not even for operators. */
export function viewOf(user: User, { viewerId, trades, permalink }: Around): UserView {
  const own = viewerId === user.id;
  return {
    id: user.id,
    nickname: user.nickname,
    registration_date: utcTimestamp(user.registeredAt),
    ...(own && { first_name: user.first_name, last_name: user.last_name }),
    country_id: user.country_id,
    ...(own && contactOf(user)),
    user_type: "normal",
    tags: tagsOf(user),
    logo: null,
    points: 0,
    site_id: user.site_id,
    permalink,
    seller_reputation: sellerReputation(user, trades?.sold),
    buyer_reputation: { tags: [], ...(own && purchasesOf(trades?.bought)) },
    status: { site_status: user.site_status, ...(own && permissionsOf(user)) },
  };
}

type Trades = UserTrades["sold"] | undefined;

const totalOf = (trades: Trades): number | null =>
  trades === undefined ? null : trades.completed + trades.canceled;

function sellerReputation(user: User, sold: Trades): UserView["seller_reputation"] {
  return {
    level_id: user.reputation_level,
    power_seller_status: null,
    transactions: {
      period: "historic",
      total: totalOf(sold),
      completed: sold?.completed ?? null,
      canceled: sold?.canceled ?? null,
      ratings: { positive: 0, neutral: 0, negative: 0 },
    },
  };
}

function purchasesOf(bought: Trades): Partial<UserView["buyer_reputation"]> {
  const canceled = bought?.canceled ?? null;
  return {
    canceled_transactions: canceled,
    transactions: {
      period: "historic",
      total: totalOf(bought),
      completed: bought?.completed ?? null,
      canceled: { total: canceled, paid: bought?.canceled_paid ?? null },
      unrated: { total: null, paid: null },
      not_yet_rated: { total: null, paid: null, units: null },
    },
  };
}

const noDocument = { type: null, number: null };

const contactOf = ({ email, phone, address, identification }: User) => ({
  email,
  identification: identification ?? noDocument,
  address: {
    address: address?.address_line ?? null,
    city: address?.city.name ?? null,
    state: address?.state?.id ?? null,
    zip_code: address?.zip_code ?? null,
  },
  phone: { ...phone, extension: "", verified: false },
});

const tagsOf = ({ test_user, messaging_allowed }: User): string[] => [
  "normal",
  ...(test_user ? ["test_user"] : []),
  ...(messaging_allowed ? ["messages_as_seller"] : []),
];

function permissionsOf({ site_status, moderated }: User) {
  const permission = { allow: site_status === "active", codes: [] };
  const trading = { ...permission, immediate_payment: { required: false, reasons: [] } };
  const list = moderated ? { ...trading, allow: false, codes: ["moderated"] } : trading;
  return { list, buy: trading, sell: trading, billing: permission };
}
