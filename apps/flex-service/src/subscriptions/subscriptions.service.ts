import type { UserProfile } from "@marketplace/contracts";
import { initialDelivery, initialZones } from "../configuration/initial-state.rules.ts";
import { locate } from "../coverage-areas/coverage-areas.service.ts";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import type { Subscription } from "./subscriptions.repo.ts";
import {
  type Facts,
  type Mode,
  type SubscriptionStatus,
  transitionOf,
  unmet,
} from "./subscriptions.transitions.ts";

/** Where a user ships from: the address, its coverage area, and the zones of a new subscription there. */
export function shippingOrigin({ site_id, address }: Pick<UserProfile, "site_id" | "address">) {
  const found = address && locate(site_id, address);
  if (!found) return { address, areaId: null, zones: [] };
  return { address, areaId: found.area.id, zones: initialZones(found.area, address) };
}

const isIn = (mode: Mode) => (one: Subscription) => one.mode === mode && one.status === "in";

/** Opens a pending subscription to a mode. */
export async function optIn(user: UserProfile, mode: Mode, deps: Deps): Promise<Subscription> {
  const { subscriptions, transaction, clock } = deps;
  return transaction(async () => {
    const mine = await subscriptions.lockOfUser(user.id);
    if (mine.some((one) => one.mode === mode)) throw problems.subscription_exists({ mode });
    checkTransition("none", "pending", { mode, facts: { ...openFacts, flexIn: mine.some(isIn("FLEX")) } });
    const added = await subscriptions.add({
      ...shippingOrigin(user),
      siteId: user.site_id,
      userId: user.id,
      mode,
      status: "pending",
      createdAt: clock.now(),
      delivery: initialDelivery,
      disabledFeatures: [],
      workedHolidays: [],
    });
    // A parallel opt-in committed first: the unique constraint decides.
    if (!added) throw problems.subscription_exists({ mode });
    return added;
  });
}

/** The facts of an opt-in: only activation checks the others. */
const openFacts: Facts = { covered: false, reputation: null, me2Listing: false, flexIn: false };

interface StatusChange {
  user: UserProfile;
  serviceId: number;
  status: SubscriptionStatus;
}

/** Changes the status of a subscription. Repeating its status changes nothing. */
export async function changeStatus(
  { user, serviceId, status }: StatusChange,
  deps: Deps,
): Promise<Subscription> {
  const { subscriptions, transaction, catalog } = deps;
  const place = shippingOrigin(user);
  // Called before the lock, so that no row stays locked during a call.
  const me2Listing = status === "in" && (await catalog.hasActiveMe2Listing({ seller_id: user.id }));
  return transaction(async () => {
    const mine = await subscriptions.lockOfUser(user.id);
    const present = mine.find((one) => one.serviceId === serviceId);
    if (!present) throw problems.subscriptions_not_found();
    if (present.status === status) return present;
    const facts = {
      covered: place.areaId !== null,
      reputation: user.reputation_level,
      me2Listing,
      flexIn: mine.some(isIn("FLEX")),
    };
    checkTransition(present.status, status, { mode: present.mode, facts });
    // A seller who moved since the opt-in is activated at the new address, with the zones of its area.
    const moved = place.areaId === present.areaId ? { address: place.address } : place;
    const changed = { ...present, ...(status === "in" && moved), status };
    await subscriptions.save(changed);
    await takeTurboOut(changed, mine, deps);
    return changed;
  });
}

/** FLEX going out takes TURBO out (decisions 6.2). */
async function takeTurboOut({ mode, status }: Subscription, mine: Subscription[], { subscriptions }: Deps) {
  const turbo = mine.find(isIn("TURBO"));
  if (mode === "FLEX" && status === "out" && turbo) await subscriptions.save({ ...turbo, status: "out" });
}

function checkTransition(
  from: SubscriptionStatus | "none",
  to: SubscriptionStatus,
  { mode, facts }: { mode: Mode; facts: Facts },
): void {
  const transition = transitionOf(from, to);
  if (!transition) throw problems.subscription_transition({ from, to });
  const cause = unmet(transition, mode, facts);
  if (cause.length > 0) throw problems.unmet_prerequisites({ mode }, { cause });
}
