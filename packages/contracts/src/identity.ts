import type { Authentication } from "@marketplace/conventions";
import { z } from "zod";
import { describeCall, type Implementation, mutation, query } from "./contract.ts";

/** An address as users and Flex know it; coordinates in degrees. */
export const UserAddress = z.object({
  id: z.int(),
  address_line: z.string(),
  city: z.object({ id: z.string(), name: z.string() }),
  /** Its id is an ISO 3166-2 code, such as `AR-C`; addresses of earlier releases have none. */
  state: z.object({ id: z.string(), name: z.string() }).optional(),
  zip_code: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type UserAddress = z.output<typeof UserAddress>;

/** A user's identity document. */
const Identification = z.object({ type: z.string(), number: z.string() });

/** What services need to know of a user; they show the private parts only where the rules say so. */
export const UserProfile = z.object({
  id: z.int(),
  nickname: z.string(),
  site_id: z.string(),
  country_id: z.string(),
  email: z.string(),
  phone: z.object({ area_code: z.string(), number: z.string() }),
  first_name: z.string(),
  last_name: z.string(),
  address: UserAddress.nullable(),
  /** `null` for a user who has given none. */
  identification: Identification.nullable().optional(),
  /** `1_red` to `5_green`; `null` without reputation. */
  reputation_level: z.string().nullable(),
  roles: z.array(z.string()),
  moderated: z.boolean(),
  intervened: z.boolean(),
  messaging_allowed: z.boolean(),
  /** Address of the user's page. */
  permalink: z.string().optional(),
  /** ISO 8601 UTC. */
  registered_at: z.string().optional(),
});
export type UserProfile = z.output<typeof UserProfile>;

/** Something that happened, as subscribers will hear of it. */
export const MarketplaceEvent = z.object({
  /** Unique: a repetition of the same event is delivered once. */
  id: z.uuid(),
  topic: z.string(),
  /** Path of the element created or updated. */
  resource: z.string(),
  /** What was done with it, for topics that say so: `created` or `read` of a message. */
  actions: z.array(z.string()).optional(),
  /** The user the notification concerns. */
  user_id: z.int(),
  /** ISO 8601 UTC. */
  occurred_at: z.string(),
  /** Of the request that caused it, for logs. */
  request_id: z.string().optional(),
});
export type MarketplaceEvent = z.output<typeof MarketplaceEvent>;

const accessTokenForm = /^APP_USR-\d{1,19}-\w{8,128}-\d{1,19}$/;

/** Whether a text could be an access token at all: what is not is worth no call, and no look for its hash. */
export const looksLikeAccessToken = (text: string): boolean => accessTokenForm.test(text);

const CallerRecord = z.object({
  userId: z.int(),
  applicationId: z.int(),
  siteId: z.string(),
  scopes: z.array(z.enum(["read", "write", "offline_access"])).readonly(),
  roles: z.array(z.string()).readonly(),
});

/** The conventions' Authentication, as it travels. */
const AuthenticationOutcome = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("invalid"), reason: z.enum(["expired", "revoked"]).optional() }),
  z.object({ kind: z.literal("caller"), caller: CallerRecord }),
]) satisfies z.ZodType<Authentication>;

export const identityContract = {
  describe: describeCall,
  /** Looks at an access token, as the gateway does for every request. */
  authenticate: query(z.object({ token: z.string() }), AuthenticationOutcome),
  /** The users that exist, in no particular order; at most 500 ids. */
  users: query(z.object({ ids: z.array(z.int()).max(500) }), z.array(UserProfile)),
  /** The id of the user with a nickname, as it is written, in capitals or in small letters; else `null`. */
  userIdOf: query(z.object({ nickname: z.string().max(100) }), z.int().nullable()),
} as const;

export type IdentityRpc = Implementation<typeof identityContract>;

export const notificationsContract = {
  /** Takes events for delivery, each once, however often it is sent; gives how many were new to somebody. */
  publish: mutation(
    z.object({ events: z.array(MarketplaceEvent).max(500) }),
    z.object({ accepted: z.int() }),
  ),
} as const;

export type NotificationsRpc = Implementation<typeof notificationsContract>;

/** Everything the gateway does for the services, as one router. */
export const gatewayContract = { ...identityContract, ...notificationsContract } as const;
export type GatewayRpc = Implementation<typeof gatewayContract>;
