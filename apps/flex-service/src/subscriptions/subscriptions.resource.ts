import { utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import {
  flexSiteParam,
  invalidPath,
  pathProblems,
  serviceParam,
  userParam,
} from "../access/flex-path.schema.ts";
import { managedUser, sellersRows, userProblems } from "../access/flex-user.service.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import type { Subscription } from "./subscriptions.repo.ts";
import { FlexSubscription, OptInBody, StatusBody } from "./subscriptions.schema.ts";
import { changeStatus, optIn } from "./subscriptions.service.ts";

const ofUser = { site_id: flexSiteParam(), user_id: userParam() };
const common = [...pathProblems, problems.invalid_user_id, ...userProblems] as const;

const toWire = (subscription: Subscription): z.infer<typeof FlexSubscription> => ({
  id: subscription.id,
  site_id: subscription.siteId,
  user_id: subscription.userId,
  mode: subscription.mode,
  configuration_type: { coverage: "zone", delivery: "custom" },
  service_id: subscription.serviceId,
  status: { id: subscription.status },
  creation_date: utcTimestamp(subscription.createdAt),
});

const listSubscriptions = operation({
  id: "listFlexSubscriptions",
  method: "GET",
  path: "/shipping/flex/sites/{site_id}/users/{user_id}/subscriptions/v1",
  summary: "Lists a user's Flex subscriptions: FLEX, and TURBO when they have it",
  example: "/shipping/flex/sites/MLA/users/2418503621/subscriptions/v1",
  params: ofUser,
  response: z.array(FlexSubscription),
  errors: common,
  problems: { invalid: invalidPath },
  async handle({ params, caller }, deps) {
    const user = await managedUser({ siteId: params.site_id, userId: params.user_id }, caller, deps);
    const own = await deps.everywhere.subscriptions.ofSeller({ siteId: user.site_id, userId: user.id });
    return own.map(toWire);
  },
});

const openSubscription = operation({
  id: "openFlexSubscription",
  method: "POST",
  path: "/shipping/flex/sites/{site_id}/users/{user_id}/subscriptions/v1",
  summary: "Opts a user in to FLEX or TURBO; the subscription is pending until it is activated",
  example: "/shipping/flex/sites/MLA/users/2418503621/subscriptions/v1",
  params: ofUser,
  body: OptInBody,
  status: 201,
  response: FlexSubscription,
  creates: "in steps",
  errors: [...common, problems.subscription_exists, problems.unmet_prerequisites],
  problems: { invalid: invalidPath },
  site: ({ params }) => sellersRows(params),
  async handle({ params, body, caller, once }, deps) {
    const user = await managedUser({ siteId: params.site_id, userId: params.user_id }, caller, deps);
    return once({ change: () => optIn(user, body.mode, deps), answer: toWire });
  },
});

const changeSubscription = operation({
  id: "changeFlexSubscription",
  method: "PUT",
  path: "/shipping/flex/sites/{site_id}/users/{user_id}/subscriptions/{service_id}/v1",
  summary: "Activates a subscription, leaves it, or applies again",
  example: "/shipping/flex/sites/MLA/users/2418503621/subscriptions/4460000033/v1",
  params: { ...ofUser, service_id: serviceParam() },
  body: StatusBody,
  response: FlexSubscription,
  errors: [
    ...common,
    problems.invalid_service_id,
    problems.subscriptions_not_found,
    problems.subscription_transition,
    problems.unmet_prerequisites,
  ],
  problems: { invalid: invalidPath },
  site: ({ params }) => sellersRows(params),
  async handle({ params, body, caller }, deps) {
    const user = await managedUser({ siteId: params.site_id, userId: params.user_id }, caller, deps);
    return toWire(await changeStatus({ user, serviceId: params.service_id, status: body.status }, deps));
  },
});

/** A user's subscriptions to Flex. */
export const subscriptions = resource({
  name: "Flex subscriptions",
  description: "A seller's subscriptions to same-day and next-day deliveries of their own",
  fields: FlexSubscription,
  related: ["/users", "/sites"],
  connections: { user_id: "/users/{id}", site_id: "/sites/{id}" },
  operations: [listSubscriptions, openSubscription, changeSubscription],
});
