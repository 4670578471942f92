import { wireId } from "@marketplace/conventions";
import { z } from "zod";
import { nameIssue } from "../applications/display-name.rules.ts";
import { passwordIssue, passwordLength } from "../sign-in/passwords.service.ts";

export const roles = ["seller", "buyer", "operator"] as const;
export const userStatuses = ["active", "disabled"] as const;
export type UserStatus = (typeof userStatuses)[number];

/** From the worst to the best. */
export const reputationLevels = ["1_red", "2_orange", "3_yellow", "4_light_green", "5_green"] as const;

/** Text that people see: no control, formatting or invisible characters; composed (NFC), as logins are. */
const shown = (min: number, max: number) =>
  z
    .string()
    .normalize("NFC")
    .trim()
    .min(min)
    .max(max)
    .superRefine((text, context) => {
      const message = nameIssue(text);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    });

const nicknameForm = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}._-])?$/u;

/** A new password. */
export const Password = z
  .string()
  .max(1_000)
  .superRefine((text, context) => {
    const message = passwordIssue(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .describe(`${passwordLength.min} to ${passwordLength.max} characters`);

const Phone = z.strictObject({
  area_code: shown(0, 10).describe("Area code"),
  number: shown(0, 30).describe("Number without the area code"),
});

const Address = z.strictObject({
  address_line: shown(1, 200).describe("Street and number"),
  city: z
    .strictObject({ id: shown(1, 100).describe("City id"), name: shown(1, 100).describe("City name") })
    .describe("City"),
  state: z
    .strictObject({
      id: z
        .string()
        .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, "must be an ISO 3166-2 code such as AR-C")
        .describe("State id, ISO 3166-2"),
      name: shown(1, 100).describe("State name"),
    })
    .optional()
    .describe("State; when absent, the present one where the city stays"),
  zip_code: shown(1, 20).describe("Postal code"),
  latitude: z.number().min(-90).max(90).describe("Degrees"),
  longitude: z.number().min(-180).max(180).describe("Degrees"),
});

const Roles = z
  .array(z.enum(roles))
  .min(1)
  .max(roles.length)
  .transform((list) => roles.filter((role) => list.includes(role)));

const email = () => z.email().max(254);

/** A user as an operator creates them. */
export const NewManagedUser = z.strictObject({
  nickname: shown(2, 60)
    .regex(nicknameForm, "must be letters, digits, spaces, dots, hyphens and underscores")
    .describe("Public name, unique whatever the case"),
  email: email().describe("E-mail address"),
  site_id: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be a site id such as MLA")
    .describe("Site the user belongs to"),
  first_name: shown(1, 100).describe("First name"),
  last_name: shown(1, 100).describe("Last name"),
  roles: Roles.default(["seller", "buyer"]).describe("What the user may be; seller and buyer when absent"),
  phone: Phone.optional().describe("Phone"),
  address: Address.nullable().optional().describe("Address; Flex needs one within a coverage area"),
  reputation_level: z
    .enum(reputationLevels)
    .nullable()
    .optional()
    .describe("Reputation as a seller; null without sales"),
  password: Password.optional().describe("Password; one is generated and answered once when absent"),
});
export type NewManagedUser = z.output<typeof NewManagedUser>;

/** What operators may change of a user; what is left out stays. */
export const UserChanges = z.strictObject({
  roles: Roles.optional().describe(
    "What the user may be; replaces the present roles. A user who becomes an operator loses tokens and codes from before",
  ),
  status: z
    .enum(userStatuses)
    .optional()
    .describe("disabled: the user cannot sign in, and all their tokens, sessions and applications end"),
  moderated: z.boolean().optional().describe("Whether the user is moderated"),
  intervened: z.boolean().optional().describe("Whether the user is intervened"),
  messaging_allowed: z.boolean().optional().describe("Whether buyers and sellers may write to the user"),
  reputation_level: z.enum(reputationLevels).nullable().optional().describe("Reputation as a seller"),
  first_name: shown(1, 100).optional().describe("First name"),
  last_name: shown(1, 100).optional().describe("Last name"),
  email: email().optional().describe("E-mail address"),
  phone: Phone.optional().describe("Phone"),
  address: Address.nullable().optional().describe("Address; null for none"),
});
export type UserChanges = z.output<typeof UserChanges>;

/** A user as operators see them: what they decide about, and nothing that is private. */
export const ManagedUserView = z
  .object({
    id: wireId().describe("User id"),
    nickname: z.string().describe("Public name"),
    site_id: z.string().describe("Site the user belongs to"),
    country_id: z.string().describe("Country, ISO 3166-1 alpha-2"),
    roles: z.array(z.string()).describe("What the user may be: seller, buyer, operator"),
    status: z.enum(userStatuses).describe("active or disabled"),
    moderated: z.boolean().describe("Whether the user is moderated"),
    intervened: z.boolean().describe("Whether the user is intervened"),
    messaging_allowed: z.boolean().describe("Whether buyers and sellers may write to the user"),
    reputation_level: z.string().nullable().describe("1_red to 5_green; null without sales"),
    date_created: z.string().describe("When the user was created, ISO 8601 UTC"),
  })
  .meta({ id: "ManagedUser" });
export type ManagedUserView = z.output<typeof ManagedUserView>;

/** A new user, as the operator who created them sees them, once. */
export const CreatedUser = ManagedUserView.extend({
  password: z.string().optional().describe("The generated password; shown here only"),
}).meta({ id: "CreatedUser" });

/** How a password is set: by the user with the present one, or by an operator. */
export const PasswordChange = z.strictObject({
  current_password: z
    .string()
    .max(1_000)
    .optional()
    .describe("The present password; for the user themselves"),
  password: Password.optional().describe(
    "The new password; operators may leave it out to have one generated",
  ),
  revoke_tokens: z
    .boolean()
    .optional()
    .describe(
      "Whether the user's tokens end, too, that of this request with them; " +
        "when absent, true for an operator who sets it and false for the user's own change",
    ),
});

/** The answer to a new password. */
export const PasswordSet = z
  .object({
    user_id: wireId().describe("User id"),
    password: z.string().optional().describe("The generated password; shown here only"),
  })
  .meta({ id: "PasswordSet" });
