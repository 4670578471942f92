import { ErrorBody, wireId } from "@marketplace/conventions";
import { z } from "zod";

const Phone = z.object({
  area_code: z.string().describe("Area code"),
  number: z.string().describe("Number without the area code"),
  extension: z.string().describe("Always empty"),
  verified: z.boolean().describe("Always false: no phone is called"),
});

const Address = z.object({
  address: z.string().nullable().describe("Street and number"),
  city: z.string().nullable().describe("Name of the city"),
  state: z.string().nullable().describe("Id of the state, such as AR-C"),
  zip_code: z.string().nullable().describe("Postal code"),
});

const Identification = z.object({
  type: z.string().nullable().describe("Kind of document, such as DNI, CPF or RUT"),
  number: z.string().nullable().describe("Its number"),
});

const count = () => z.int().nullable();

const SellerReputation = z.object({
  level_id: z.string().nullable().describe("1_red to 5_green; null without sales"),
  power_seller_status: z.string().nullable().describe("Always null: there are no medals"),
  transactions: z
    .object({
      period: z.string().describe("historic: all of them"),
      total: count().describe("Orders sold; null while orders-service does not answer"),
      completed: count().describe("Those that were not canceled"),
      canceled: count().describe("Those that were canceled"),
      ratings: z
        .object({
          positive: z.number().describe("Share of positive ratings"),
          neutral: z.number().describe("Share of neutral ratings"),
          negative: z.number().describe("Share of negative ratings"),
        })
        .describe("Always 0: feedback is read with its orders and does not count here"),
    })
    .describe("Sales, at most 10 seconds old"),
});

const BuyerReputation = z.object({
  tags: z.array(z.string()).describe("Always empty"),
  canceled_transactions: count().optional().describe("Purchases that were canceled; to the user only"),
  transactions: z
    .object({
      period: z.string().describe("historic: all of them"),
      total: count().describe("Orders bought"),
      completed: count().describe("Those that were not canceled"),
      canceled: z
        .object({ total: count(), paid: count() })
        .describe("Those that were canceled, and how many of them had been paid"),
      unrated: z.object({ total: count(), paid: count() }).describe("Always null"),
      not_yet_rated: z.object({ total: count(), paid: count(), units: count() }).describe("Always null"),
    })
    .optional()
    .describe("Purchases; to the user only"),
});

const Permission = z.object({
  allow: z.boolean().describe("Whether the user may"),
  codes: z.array(z.string()).describe("Why not"),
});
const Trading = Permission.extend({
  immediate_payment: z
    .object({ required: z.boolean(), reasons: z.array(z.string()) })
    .describe("Never required"),
});

const Status = z.object({
  site_status: z.string().describe("active or deactive"),
  list: Trading.optional().describe("Listing items; to the user only"),
  buy: Trading.optional().describe("Buying; to the user only"),
  sell: Trading.optional().describe("Selling; to the user only"),
  billing: Permission.optional().describe("Being billed; to the user only"),
});

/** A user. Private fields are for the user only (decisions 2.3). */
export const UserView = z
  .object({
    id: wireId().describe("User id"),
    nickname: z.string().describe("Public name, unique"),
    registration_date: z.string().describe("When the user registered, ISO 8601 UTC"),
    first_name: z.string().optional().describe("First name; to the user only"),
    last_name: z.string().optional().describe("Last name; to the user only"),
    country_id: z.string().describe("Country, ISO 3166-1 alpha-2"),
    email: z.string().optional().describe("E-mail address; to the user only"),
    identification: Identification.optional().describe("Identity document; to the user only"),
    address: Address.optional().describe("Address, its fields null when there is none; to the user only"),
    phone: Phone.optional().describe("Phone; to the user only"),
    user_type: z.string().describe("Always normal"),
    tags: z.array(z.string()).describe("normal, test_user, messages_as_seller"),
    logo: z.string().nullable().describe("Always null"),
    points: z.int().describe("Always 0"),
    site_id: z.string().describe("Site the user belongs to"),
    permalink: z.string().describe("Address of the user's page"),
    seller_reputation: SellerReputation.describe("Reputation as a seller"),
    buyer_reputation: BuyerReputation.describe("Reputation as a buyer"),
    status: Status.describe("Standing on the site"),
  })
  .meta({ id: "User" });
export type UserView = z.output<typeof UserView>;

/** One element of a multiget. */
export const UserElement = z
  .object({
    code: z.int().describe("HTTP status this element would have had by itself"),
    body: z.union([UserView, ErrorBody]).describe("The user, or the error"),
  })
  .meta({ id: "UserElement" });

/** Most ids one multiget takes. */
const maxIds = 20;

/** A comma-separated list of user ids, as they were sent. */
export const idList = () =>
  z
    .string()
    .transform((text) => text.split(",").map((id) => id.trim()))
    .refine((ids) => ids.every((id) => /^\d+$/.test(id)), "must be user ids, separated by commas")
    .refine((ids) => ids.length <= maxIds, `must be at most ${maxIds} ids`);

/** What a new test user is asked with. */
export const NewTestUser = z.strictObject({
  site_id: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be a site id such as MLA")
    .describe("Site of the new user"),
});

/** A test user as its creator sees it, once. */
export const TestUser = z
  .object({
    id: wireId().describe("User id"),
    nickname: z.string().describe("Public name"),
    password: z.string().describe("Shown here only"),
    site_status: z.string().describe("active"),
    access_token: z.string().describe("Token of the new user, read and write, for the calling application"),
  })
  .meta({ id: "TestUser" });
