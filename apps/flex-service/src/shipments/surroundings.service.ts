import type { UserProfile } from "@marketplace/contracts";
import type { Deps } from "../deps.ts";
import { nextRange } from "./flex-range.rules.ts";
import { endOfNextWorkingDay } from "./local-time.rules.ts";
import type { LogisticType, Party } from "./shipments.record.ts";

interface Parties {
  sellerId: number;
  buyerId: number;
}

/** Seller and buyer as they are now; null for one who is not known any more. */
export async function partiesOf(
  { sellerId, buyerId }: Parties,
  { identity }: Pick<Deps, "identity">,
): Promise<{ sender: Party | null; receiver: Party | null }> {
  const users = await identity.users({ ids: [...new Set([sellerId, buyerId])] });
  const party = (id: number) => {
    const user = users.find((one) => one.id === id);
    return user ? partyOf(user) : null;
  };
  return { sender: party(sellerId), receiver: party(buyerId) };
}

const partyOf = ({ country_id, address, first_name, last_name, phone }: UserProfile): Party => ({
  country_id,
  address,
  name: `${first_name} ${last_name}`.trim(),
  phone: `${phone.area_code}${phone.number}`,
});

interface Sale {
  siteId: string;
  sellerId: number;
  logisticType: LogisticType;
  /** When it was paid, or became ready. */
  from: Date;
}

/** From when the steps of its plan count, and when it is to leave the seller at the latest. */
export async function scheduleOf(
  { siteId, sellerId, logisticType, from }: Sale,
  deps: Pick<Deps, "timeZoneOf" | "everywhere">,
): Promise<{ begins: Date; handlingLimit: Date }> {
  const place = { siteId, timeZone: await deps.timeZoneOf(siteId) };
  if (logisticType !== "self_service")
    return { begins: from, handlingLimit: endOfNextWorkingDay(from, place) };
  const own = await deps.everywhere.subscriptions.ofSeller({ siteId, userId: sellerId });
  const range = nextRange(
    from,
    own.find(({ mode }) => mode === "FLEX"),
    place,
  );
  return { begins: range.start, handlingLimit: range.end };
}

/** The site as the catalog knows it. */
export async function siteOf(siteId: string, { catalog }: Pick<Deps, "catalog">) {
  const sites = await catalog.sites({});
  return sites.find(({ id }) => id === siteId);
}
