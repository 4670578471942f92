import { firstIssueText } from "@marketplace/conventions";
import { z } from "zod";
import { zoneCutoff } from "./configuration/cutoff.rules.ts";
import { initialDelivery } from "./configuration/initial-state.rules.ts";
import {
  byDay,
  type Delivery,
  DeliveryWindow,
  DisabledFeature,
  hour,
  perDay,
  type ZoneCutoff,
} from "./configuration/state.schema.ts";
import { areaById, areaOfZone } from "./coverage-areas/coverage-areas.service.ts";
import type { Deps } from "./deps.ts";
import { shippingOrigin } from "./subscriptions/subscriptions.service.ts";
import { modes, subscriptionStatuses } from "./subscriptions/subscriptions.transitions.ts";

const id = z.int().positive();

const RecordedSubscription = z.looseObject({
  id,
  site_id: z.string(),
  user_id: id,
  mode: z.enum(modes),
  service_id: id,
  status: z.looseObject({ id: z.enum(subscriptionStatuses) }),
  creation_date: z.iso.datetime({ offset: true }),
});
type RecordedSubscription = z.output<typeof RecordedSubscription>;

const Range = z.looseObject({ from: hour, to: hour, calculated_cutoff: hour, capacity: z.int().min(0) });
const cutoffs = z.looseObject(perDay(hour.nullish()));

/** A selection may have left out any field. */
const RecordedConfiguration = z.looseObject({
  service_id: z.coerce.number(),
  delivery_window: DeliveryWindow.optional(),
  delivery_ranges: z.looseObject(perDay(z.array(Range).nullish())).optional(),
  zones: z
    .array(
      z.looseObject({
        id: z.string(),
        selected: z.boolean().optional(),
        calculated_cutoff: cutoffs.nullish(),
      }),
    )
    .optional(),
  disabled_features: z.array(DisabledFeature).optional(),
  holidays: z.array(z.looseObject({ date: z.string(), selected: z.boolean().optional() })).optional(),
});
type RecordedConfiguration = z.output<typeof RecordedConfiguration>;

interface Recorded {
  subscriptions: readonly unknown[];
  configurations: readonly unknown[];
}

const renumber = `UPDATE subscriptions SET id = $2, service_id = $3 WHERE id = $1`;
const advance = (column: string) =>
  `SELECT setval('subscriptions_${column}_seq', greatest(last_value, $1::bigint)) FROM subscriptions_${column}_seq`;

/** Adds Flex subscriptions of a recording with their configuration, under their own ids. */
export async function seedRecorded(deps: Deps, recorded: Recorded) {
  const leftOut: { resource: string; reason: string }[] = [];
  const configurations = new Map<number, RecordedConfiguration>();
  for (const wire of recorded.configurations) {
    const parsed = RecordedConfiguration.safeParse(wire);
    if (parsed.success) configurations.set(parsed.data.service_id, parsed.data);
    else leftOut.push(lackingOf("configuration", wire, parsed.error));
  }
  const subscriptions = recorded.subscriptions.flatMap((wire): RecordedSubscription[] => {
    const parsed = RecordedSubscription.safeParse(wire);
    if (!parsed.success) leftOut.push(lackingOf("subscription", wire, parsed.error));
    return parsed.success ? [parsed.data] : [];
  });
  for (const service of configurations.keys())
    if (!subscriptions.some((one) => one.service_id === service))
      leftOut.push({
        resource: `configuration of service ${service}`,
        reason: "its subscription was not seen",
      });
  const users = await deps.identity.users({ ids: subscriptions.map(({ user_id }) => user_id) });
  await deps.transaction(async () => {
    for (const subscription of subscriptions) {
      const user = users.find((one) => one.id === subscription.user_id);
      if (user)
        await addSubscription(deps, {
          subscription,
          user,
          configuration: configurations.get(subscription.service_id),
        });
      else
        leftOut.push({ resource: `subscription ${subscription.id}`, reason: "its user is not in the world" });
    }
    for (const [column, ids] of [
      ["id", subscriptions.map((one) => one.id)],
      ["service_id", subscriptions.map((one) => one.service_id)],
    ] as const)
      await deps.db.query(advance(column), [Math.max(1, ...ids)]);
  });
  return { leftOut };
}

const lackingOf = (what: string, wire: unknown, error: z.ZodError) => ({
  resource: `Flex ${what} ${String(Object(wire).id)}`,
  reason: firstIssueText(error),
});

interface Adding {
  subscription: RecordedSubscription;
  user: Parameters<typeof shippingOrigin>[0];
  configuration: RecordedConfiguration | undefined;
}

async function addSubscription(deps: Deps, { subscription, user, configuration }: Adding): Promise<void> {
  const place = shippingOrigin(user);
  const zoneIds = configuration?.zones?.map((zone) => zone.id) ?? [];
  // What the seller sees are the zones of one area.
  const areaId = zoneIds.map(areaOfZone).find((area) => area !== undefined)?.id ?? place.areaId;
  const delivery = deliveryOf(configuration);
  const known = new Set(areaId === null ? [] : areaById(areaId)?.zones.map((zone) => zone.id));
  const selected = configuration?.zones?.filter((zone) => zone.selected !== false && known.has(zone.id));
  const added = await deps.subscriptions.add({
    address: place.address,
    areaId,
    zones: selected
      ? selected.map((zone) => ({ id: zone.id, cutoff: ownCutoff(delivery, zone.calculated_cutoff) }))
      : place.zones,
    siteId: subscription.site_id,
    userId: subscription.user_id,
    mode: subscription.mode,
    status: subscription.status.id,
    createdAt: new Date(subscription.creation_date),
    delivery,
    disabledFeatures: configuration?.disabled_features ?? [],
    workedHolidays: (configuration?.holidays ?? []).filter((one) => one.selected).map(({ date }) => date),
  });
  if (added) await deps.db.execute(renumber, [added.id, subscription.id, subscription.service_id]);
}

function deliveryOf(configuration: RecordedConfiguration | undefined): Delivery {
  const seen = configuration?.delivery_ranges;
  if (!seen) return { ...initialDelivery, window: configuration?.delivery_window ?? initialDelivery.window };
  const rangesOf = (day: "week" | "saturday" | "sunday") =>
    seen[day]?.map(({ from, to, calculated_cutoff: cutoff }) => ({ from, to, cutoff })) ?? null;
  const [first] = [seen.week, seen.saturday, seen.sunday].flatMap((ranges) => ranges ?? []);
  return {
    window: configuration.delivery_window ?? initialDelivery.window,
    capacity: first?.capacity ?? initialDelivery.capacity,
    ranges: { week: rangesOf("week"), saturday: rangesOf("saturday"), sunday: rangesOf("sunday") },
  };
}

/** A cutoff in force is the zone's own where the general one is another. */
function ownCutoff(
  delivery: Delivery,
  inForce: z.output<typeof cutoffs> | null | undefined,
): ZoneCutoff | null {
  if (!inForce) return null;
  const general = zoneCutoff(delivery, null);
  const own = byDay((day) => (inForce[day] === general[day] ? null : (inForce[day] ?? null)));
  return Object.values(own).some((cutoff) => cutoff !== null) ? own : null;
}
