import { areaById } from "../coverage-areas/coverage-areas.service.ts";
import { problems } from "../problems.ts";
import type { Subscription } from "../subscriptions/subscriptions.repo.ts";
import { coveragePart, deliveryPart } from "./build-configuration.rules.ts";
import type { Part } from "./change-configuration.service.ts";
import { validateCoverage } from "./coverage.rules.ts";
import { validateDelivery } from "./delivery.rules.ts";
import type { Delivery, ZoneSelection } from "./state.schema.ts";

/** The delivery window, hours, capacity and general cutoff. */
export const delivery: Part<Delivery> = {
  notFound: problems.delivery_not_found,
  forbidden: problems.delivery_forbidden,
  validate: (body, present) => validateDelivery(body, featuresOf(present)),
  replace: (present, value) => ({ ...present, delivery: value }),
  show: (subscription) => deliveryPart(subscription.delivery),
};

/** The zones and their own cutoffs. */
export const coverage: Part<ZoneSelection[]> = {
  notFound: problems.coverage_not_found,
  forbidden: problems.coverage_forbidden,
  validate: (body, present) => {
    const area = present.areaId === null ? null : areaById(present.areaId);
    return validateCoverage(body, area?.zones ?? [], featuresOf(present));
  },
  replace: (present, zones) => ({ ...present, zones }),
  show: coveragePart,
};

const featuresOf = ({ disabledFeatures, ...present }: Subscription) => ({
  ...present,
  disabled_features: disabledFeatures,
});
