import { wireId } from "@marketplace/conventions";
import { z } from "zod";
import { modes, subscriptionStatuses } from "./subscriptions.transitions.ts";

const status = z.enum(subscriptionStatuses);
const mode = z.enum(modes);

/** A subscription as it is answered (spec: Flex subscription). */
export const FlexSubscription = z
  .object({
    id: wireId().describe("Subscription id"),
    site_id: z.string().describe("Site of the user"),
    user_id: wireId().describe("User id of the seller"),
    mode: mode.describe("FLEX, or TURBO, which needs FLEX"),
    configuration_type: z
      .object({
        coverage: z.enum(["zone", "radius"]).describe("How the area is chosen"),
        delivery: z.enum(["custom", "accurate"]).describe("How the hours are chosen"),
      })
      .describe("Kind of coverage and of delivery configuration"),
    service_id: wireId().describe("Service id, by which the configuration is read and changed"),
    status: z
      .object({ id: status.describe("in, out or pending") })
      .describe("Whether the seller receives shipments of this mode"),
    creation_date: z.iso.datetime().describe("When the user opted in, ISO 8601 UTC"),
  })
  .meta({ id: "FlexSubscription" });

export const OptInBody = z
  .strictObject({ mode: mode.describe("What to subscribe to: FLEX or TURBO") })
  .meta({ id: "FlexOptIn" });

export const StatusBody = z
  .strictObject({ status: status.describe("in to activate, out to leave, pending to apply again") })
  .meta({ id: "FlexStatusChange" });
