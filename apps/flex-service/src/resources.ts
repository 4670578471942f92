import type { Resource } from "@marketplace/conventions";
import { assignments } from "./assignments/assignments.resource.ts";
import { configurations } from "./configuration/configuration.resource.ts";
import { coverageAreas } from "./coverage-areas/coverage-areas.resource.ts";
import type { Deps } from "./deps.ts";
import { itemFlex } from "./item-flex/item-flex.resource.ts";
import { shipmentLabels } from "./labels/labels.resource.ts";
import { shipmentCommands } from "./shipments/commands.resource.ts";
import { shipmentParts } from "./shipments/parts.resource.ts";
import { shipments } from "./shipments/shipments.resource.ts";
import { shipmentStatusList } from "./shipments/statuses.resource.ts";
import { subscriptions } from "./subscriptions/subscriptions.resource.ts";

/** The public resources of flex-service. */
export const resources: readonly Resource<Deps>[] = [
  subscriptions,
  configurations,
  coverageAreas,
  itemFlex,
  shipments,
  shipmentParts,
  shipmentCommands,
  shipmentStatusList,
  shipmentLabels,
  assignments,
];
