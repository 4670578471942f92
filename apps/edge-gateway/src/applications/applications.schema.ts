import { wireId } from "@marketplace/conventions";
import { z } from "zod";

/** What an application can subscribe to (decisions 2.3). */
export const topics = ["questions", "invoices", "messages", "items", "orders", "shipments"] as const;
export type Topic = (typeof topics)[number];

/** An application: public fields to everybody, settings to its owner (decisions 2.3). */
export const ApplicationView = z
  .object({
    id: wireId().describe("Application id; its client_id is the same, as a string"),
    name: z.string().describe("Name shown on the consent page"),
    owner_id: wireId().optional().describe("User the application belongs to; to the owner only"),
    redirect_uris: z
      .array(z.string())
      .optional()
      .describe("Where users may be sent back to; to the owner only"),
    scopes: z.array(z.string()).optional().describe("Most a token may be able to; to the owner only"),
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

/** What an owner may change; what is left out stays as it is. */
export const ApplicationChanges = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe("Name shown on the consent page, without control and invisible characters"),
  redirect_uris: z
    .array(z.string().max(2_000))
    .min(1)
    .max(10)
    .optional()
    .describe(
      "Where users may be sent back to, matched exactly: https, http on a loopback address, or a reverse domain name's scheme",
    ),
  callback_url: z
    .string()
    .max(2_000)
    .nullable()
    .optional()
    .describe("Where notifications are delivered; null for nowhere"),
  topics: z
    .array(z.enum(topics))
    .max(topics.length)
    .optional()
    .describe("Topics to subscribe to; replaces the present ones"),
});
export type ApplicationChanges = z.output<typeof ApplicationChanges>;
