import { ErrorBody, wireId } from "@marketplace/conventions";
import { z } from "zod";

const Phone = z.object({
  area_code: z.string().describe("Area code"),
  number: z.string().describe("Number without the area code"),
});

const Address = z.object({
  id: z.int().describe("Address id"),
  address_line: z.string().describe("Street and number"),
  city: z
    .object({ id: z.string().describe("City id"), name: z.string().describe("City name") })
    .describe("City"),
  zip_code: z.string().describe("Postal code"),
  latitude: z.number().describe("Degrees"),
  longitude: z.number().describe("Degrees"),
});

/** A user. Private fields are for the user only (decisions 2.3). */
export const UserView = z
  .object({
    id: wireId().describe("User id"),
    nickname: z.string().describe("Public name, unique"),
    site_id: z.string().describe("Site the user belongs to"),
    country_id: z.string().describe("Country, ISO 3166-1 alpha-2"),
    seller_reputation: z
      .object({
        level_id: z.string().nullable().describe("1_red to 5_green; null without sales"),
      })
      .describe("Reputation as a seller"),
    status: z
      .object({ site_status: z.string().describe("active or deactive") })
      .describe("Standing on the site"),
    email: z.string().optional().describe("E-mail address; to the user only"),
    phone: Phone.optional().describe("Phone; to the user only"),
    first_name: z.string().optional().describe("First name; to the user only"),
    last_name: z.string().optional().describe("Last name; to the user only"),
    address: Address.nullable().optional().describe("Address, null when there is none; to the user only"),
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

const idForm = /^\d{1,15}$/;

/** A comma-separated list of user ids. */
export const idList = () =>
  z
    .string()
    .transform((text) => text.split(",").map((id) => id.trim()))
    .refine((ids) => ids.every((id) => idForm.test(id)), "must be user ids, separated by commas")
    .refine((ids) => ids.length <= maxIds, `must be at most ${maxIds} ids`)
    .transform((ids) => ids.map(Number));

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
