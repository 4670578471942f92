import { Paging, wireId } from "@marketplace/conventions";
import { z } from "zod";
import { allScopes } from "../oauth/scopes.policy.ts";
import { grantTypes } from "./applications.repo.ts";

/** What an application can be told of (decisions 2.3, commerce 9). */
export const deliveredTopics = [
  "questions",
  "invoices",
  "messages",
  "items",
  "orders",
  "orders_v2",
  "orders_feedback",
  "payments",
  "shipments",
] as const;

/** Topics of resources that are not here: accepted for clients that subscribe to them, and never sent. */
const silentTopics = [
  "claims",
  "post_purchase",
  "items_prices",
  "stock-location",
  "fbm_stock_operations",
  "flex-handshakes",
  "catalog_item_competition_status",
  "catalog_suggestions",
  "public_offers",
  "public_candidates",
  "price_suggestion",
] as const;

/** What an application can subscribe to. */
export const topics = [...deliveredTopics, ...silentTopics] as const;
export type Topic = (typeof topics)[number];

const applicationStatuses = ["active", "disabled"] as const;

/** Above this a limit is none that anybody reaches. */
const maxPerMinute = 1_000_000;

/** An application: public fields to everybody, settings to its owner (decisions 2.3). */
export const ApplicationView = z
  .object({
    id: wireId().describe("Application id; its client_id is the same, as a string"),
    name: z.string().describe("Name shown on the consent page"),
    owner_id: wireId().optional().describe("User the application belongs to; to the owner and operators"),
    redirect_uris: z
      .array(z.string())
      .optional()
      .describe("Where users may be sent back to; to the owner and operators"),
    scopes: z
      .array(z.string())
      .optional()
      .describe("Most a token may be able to; to the owner and operators"),
    grant_types: z
      .array(z.string())
      .optional()
      .describe("How the application may get tokens; to the owner and operators"),
    status: z
      .enum(applicationStatuses)
      .optional()
      .describe("disabled: its tokens and credentials do not work; to the owner and operators"),
    requests_per_minute: z
      .int()
      .nullable()
      .optional()
      .describe("Its own limit, 0 for none, null for the deployment's; to the owner and operators"),
    date_created: z
      .string()
      .optional()
      .describe("When it was created, ISO 8601 UTC; to the owner and operators"),
    callback_url: z
      .string()
      .nullable()
      .optional()
      .describe("Where notifications are delivered; to the owner only"),
    topics: z.array(z.string()).optional().describe("Topics subscribed to; to the owner only"),
    webhook_secret: z
      .string()
      .optional()
      .describe("Key of the notifications' signatures, whsec_ and base64; to the owner only"),
  })
  .meta({ id: "Application" });
export type ApplicationView = z.output<typeof ApplicationView>;

/** One block of applications. */
export const Applications = z
  .object({
    paging: Paging.describe("Which block this is"),
    results: z.array(ApplicationView).describe("Applications, oldest first"),
  })
  .meta({ id: "Applications" });

/** A new application, as its owner sees it, once. */
export const CreatedApplication = ApplicationView.extend({
  client_id: z.string().describe("The id, as OAuth clients send it"),
  client_secret: z.string().describe("The client secret; shown here only"),
}).meta({ id: "CreatedApplication" });

const settings = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe("Name shown on the consent page, without control and invisible characters"),
  redirect_uris: z
    .array(z.string().max(2_000))
    .max(10)
    .describe(
      "Where users may be sent back to, matched exactly: https, http on a loopback address, or a reverse domain name's scheme",
    ),
  callback_url: z
    .string()
    .max(2_000)
    .nullable()
    .describe("Where notifications are delivered; null for nowhere"),
  topics: z.array(z.enum(topics)).max(topics.length).describe("Topics to subscribe to"),
};

/** What a developer creates an application with. */
export const NewApplication = z
  .strictObject({
    name: settings.name,
    redirect_uris: settings.redirect_uris.default([]),
    callback_url: settings.callback_url.default(null),
    topics: settings.topics.default([]),
    scopes: z
      .array(z.enum(allScopes))
      .min(1)
      .max(allScopes.length)
      .transform((list) => allScopes.filter((scope) => list.includes(scope)))
      .default([...allScopes])
      .describe("Most a token may be able to; everything when absent"),
    grant_types: z
      .array(z.enum(grantTypes))
      .min(1)
      .max(grantTypes.length)
      .transform((list) => grantTypes.filter((type) => list.includes(type)))
      .optional()
      .describe(
        "How the application may get tokens; in every way when absent. client_credentials only by a token of an application of one's own",
      ),
  })
  .refine(
    ({ grant_types, redirect_uris }) =>
      redirect_uris.length > 0 || (grant_types !== undefined && !grant_types.includes("authorization_code")),
    {
      path: ["redirect_uris"],
      message: "must name at least one address, unless grant_types leaves authorization_code out",
    },
  )
  .meta({ examples: [{ name: "Shop", redirect_uris: ["https://shop.example/callback"] }] });
export type NewApplication = z.output<typeof NewApplication>;

/** What may be changed; what is left out stays as it is. */
export const ApplicationChanges = z.strictObject({
  name: settings.name.optional(),
  redirect_uris: settings.redirect_uris.min(1).optional(),
  callback_url: settings.callback_url.optional(),
  topics: settings.topics.optional().describe("Topics to subscribe to; replaces the present ones"),
  status: z
    .enum(applicationStatuses)
    .optional()
    .describe("disabled: its tokens and credentials stop working; by the owner or an operator"),
  requests_per_minute: z
    .int()
    .min(0)
    .max(maxPerMinute)
    .nullable()
    .optional()
    .describe("Limit of its own, 0 for none, null for the deployment's; by operators"),
});
export type ApplicationChanges = z.output<typeof ApplicationChanges>;

/** How to replace the client secret. */
export const SecretRotation = z
  .strictObject({
    grace_minutes: z
      .int()
      .min(0)
      .max(1_440)
      .default(0)
      .describe("How long the present secret works beside the new one, in minutes; at most a day"),
  })
  .prefault({});

/** The answer to a rotation. */
export const RotatedSecret = z
  .object({
    id: wireId().describe("Application id"),
    client_id: z.string().describe("The id, as OAuth clients send it"),
    client_secret: z.string().describe("The new client secret; shown here only"),
    former_secret_until: z
      .string()
      .nullable()
      .describe("Until when the former secret works, ISO 8601 UTC; null when it stopped at once"),
  })
  .meta({ id: "RotatedSecret" });
