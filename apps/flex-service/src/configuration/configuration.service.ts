import { type Caller, isUnavailable, utcTimestamp } from "@marketplace/conventions";
import { managedUser } from "../access/flex-user.service.ts";
import { areaById } from "../coverage-areas/coverage-areas.service.ts";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { localDate, platformTimeZone } from "../shipments/local-time.rules.ts";
import type { Subscription } from "../subscriptions/subscriptions.repo.ts";
import { buildConfiguration } from "./build-configuration.rules.ts";
import type { FlexConfiguration, FlexState } from "./configuration.schema.ts";
import type { ConfigurationArguments } from "./query.schema.ts";

const flavours: readonly string[] = ["flex", "turbo"];

/**
 * The configuration that a selection asks for; 404 when user and service are no pair. A `flavour` that names
 * a mode must be the subscription's own; any other word selects nothing. Flex makes no temporary changes to
 * what a seller configured, so the original configuration is the present one.
 */
export async function configurationOf(
  { siteId, user_id: userId, service_id: serviceId, flavour }: ConfigurationArguments & { siteId: string },
  caller: Caller,
  deps: Deps,
): Promise<FlexConfiguration> {
  const user = await managedUser({ siteId, userId }, caller, deps);
  const subscription = await deps.everywhere.subscriptions.find({ siteId, userId, serviceId });
  const asked = flavour?.toLowerCase() ?? "";
  if (!subscription || (flavours.includes(asked) && asked !== flavourOf(subscription)))
    throw problems.subscriptions_not_found();
  const today = localDate(deps.clock.now(), await timeZoneOf(siteId, deps));
  const area = subscription.areaId === null ? null : areaById(subscription.areaId);
  return buildConfiguration(stateOf(subscription, user.moderated), area, today);
}

/** The seller's time zone, or the platform's while the catalog is away, which no read needs. */
async function timeZoneOf(siteId: string, deps: Pick<Deps, "timeZoneOf">): Promise<string> {
  try {
    return await deps.timeZoneOf(siteId);
  } catch (error) {
    if (isUnavailable(error)) return platformTimeZone;
    throw error;
  }
}

const flavourOf = ({ mode }: Subscription): string => mode.toLowerCase();

function stateOf(subscription: Subscription, isModerated: boolean): FlexState {
  const { address, delivery, zones } = subscription;
  return {
    address: address && {
      id: address.id,
      address_line: address.address_line,
      city: address.city,
      zip_code: address.zip_code,
    },
    location: address && { latitude: address.latitude, longitude: address.longitude },
    subscription: {
      id: subscription.id,
      site_id: subscription.siteId,
      user_id: subscription.userId,
      flavour: flavourOf(subscription),
      // Flex sellers ship from their own address: it is their facility.
      facility_id: address ? String(address.id) : "",
      service_id: subscription.serviceId,
      status: { id: subscription.status, cause: null },
      creation_date: utcTimestamp(subscription.createdAt),
      training_times: null,
    },
    delivery,
    zones,
    is_moderated: isModerated,
    disabled_features: subscription.disabledFeatures,
    worked_holidays: subscription.workedHolidays,
  };
}
