import type { UserProfile } from "@marketplace/contracts";
import { initialDelivery } from "./configuration/initial-state.rules.ts";
import { areaById } from "./coverage-areas/coverage-areas.service.ts";
import type { Deps } from "./deps.ts";
import { shipmentSeeder } from "./seed-shipments.service.ts";
import type { NewSubscription } from "./subscriptions/subscriptions.repo.ts";
import { shippingOrigin } from "./subscriptions/subscriptions.service.ts";

/** What earlier seeds created, by the names of decisions 8. */
export interface DemoWorld {
  users: Record<string, { id: number; nickname: string; site_id: string }>;
  /** Ids of items. */
  items?: Record<string, string>;
  now: Date;
}

const day = 86_400_000;

/** Fills an empty database with the demo's subscriptions and shipments; all or nothing. */
export async function seedDemo(
  deps: Deps,
  world: DemoWorld,
): Promise<{ fixtures: Record<string, number | string[]> }> {
  const sellerOf = await sellersOf(world, deps);
  const stage = { world, sellerId: idOf(world, "seller_mla"), buyerId: idOf(world, "buyer_mla") };
  const addShipments = await shipmentSeeder(stage, deps);
  return deps.transaction(async () => {
    const subscribe = subscriberOf(sellerOf, world.now, deps);
    const flex = await subscribe("seller_mla", { mode: "FLEX", status: "in" });
    const turbo = await subscribe("seller_mla", { mode: "TURBO", status: "in" });
    const out = await subscribe("seller2_mla", { status: "out" });
    const moderated = await subscribe("seller_moderated_mla", { status: "in" });
    const noCutoff = await subscribe("seller_mlb", { status: "in", disabledFeatures: ["CUTOFF_BY_ZONE"] });
    const zones = flex.areaId === null ? [] : (areaById(flex.areaId)?.zones ?? []);
    return {
      fixtures: {
        flex_service: flex.serviceId,
        turbo_service: turbo.serviceId,
        flex_service_out: out.serviceId,
        flex_service_moderated: moderated.serviceId,
        flex_service_no_cutoff_by_zone: noCutoff.serviceId,
        zone_ids: zones.filter(({ enabled }) => enabled).map(({ id }) => id),
        ...(await addShipments()),
      },
    };
  });
}

const sellers = ["seller_mla", "seller2_mla", "seller_moderated_mla", "seller_mlb"] as const;
type Seller = (typeof sellers)[number];

async function sellersOf(world: DemoWorld, { identity }: Deps) {
  const profiles = await identity.users({ ids: sellers.map((name) => idOf(world, name)) });
  return (name: Seller) => {
    const profile = profiles.find(({ id }) => id === idOf(world, name));
    if (!profile) throw new Error(`the demo's user ${name} is not known`);
    return profile;
  };
}

function idOf({ users }: DemoWorld, name: string): number {
  const user = users[name];
  if (!user) throw new Error(`the demo has no user ${name}`);
  return user.id;
}

const subscriberOf =
  (sellerOf: (name: Seller) => UserProfile, now: Date, { subscriptions }: Deps) =>
  async (name: Seller, { mode = "FLEX", status, disabledFeatures = [] }: DemoSubscription) => {
    const user = sellerOf(name);
    const added = await subscriptions.add({
      ...shippingOrigin(user),
      siteId: user.site_id,
      userId: user.id,
      mode,
      status,
      createdAt: new Date(now.getTime() - 90 * day),
      delivery: initialDelivery,
      disabledFeatures,
      workedHolidays: [],
    });
    if (!added) throw new Error(`${name} has a ${mode} subscription already: the database is not empty`);
    return added;
  };

type DemoSubscription = Pick<NewSubscription, "status"> &
  Partial<Pick<NewSubscription, "mode" | "disabledFeatures">>;
