import { z } from "zod";

const code = z.string().min(1).max(64);

/** A code that proves the second factor. */
export const TotpCode = z
  .strictObject({ code: code.describe("Six digits of the authenticator app, or a recovery code") })
  .meta({ id: "TotpCode" });

export const TotpView = z
  .object({
    enrolled: z.boolean().describe("Whether the sign-in asks for a second factor"),
    required: z.boolean().describe("Whether the deployment asks this user to enroll one"),
    date_enrolled: z.string().nullable().describe("When it was confirmed, ISO 8601 UTC"),
    recovery_codes_left: z.int().describe("Recovery codes that were not used yet"),
  })
  .meta({ id: "SecondFactor" });

export const TotpBegun = z
  .object({
    secret: z.string().describe("The secret in base32; shown here only"),
    otpauth_uri: z.string().describe("The same as authenticator apps read it, for instance from a QR code"),
  })
  .meta({ id: "BegunSecondFactor" });

export const RecoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).describe("Each signs in once in place of a code; shown here only"),
  })
  .meta({ id: "RecoveryCodes" });
