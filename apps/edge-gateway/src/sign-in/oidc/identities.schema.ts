import { utcTimestamp, wireId } from "@marketplace/conventions";
import { z } from "zod";
import type { Identity } from "./identities.repo.ts";

/** A text that a log, a page and a database can hold. */
const printable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x20-\x7e]*$/, "must be printable ASCII");

/** Who a user is at an issuer. */
export const IdentityView = z
  .object({
    id: wireId().describe("Identity id"),
    user_id: wireId().describe("The user that the person is"),
    issuer: z.string().describe("Address of the OpenID Connect issuer, without a slash at its end"),
    subject: z.string().describe("The issuer's id of the person, in its claim sub"),
    date_created: z.string().describe("When they were linked, ISO 8601 UTC"),
  })
  .meta({ id: "Identity" });

/** A link that an operator makes. */
export const NewIdentity = z
  .strictObject({
    subject: printable(255).describe("The issuer's id of the person, in its claim sub"),
    issuer: printable(255)
      .pipe(z.url({ protocol: /^https?$/ }))
      .optional()
      .describe("Address of the issuer; that of the deployment when absent"),
  })
  .meta({ id: "NewIdentity" });
export type NewIdentity = z.output<typeof NewIdentity>;

/** An identity as it is answered. */
export const identityViewOf = ({ created_at, ...identity }: Identity): z.output<typeof IdentityView> => ({
  ...identity,
  date_created: utcTimestamp(created_at),
});
