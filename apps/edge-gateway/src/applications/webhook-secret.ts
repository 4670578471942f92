import { randomBytes } from "node:crypto";

/** A new webhook secret in the form of Standard Webhooks: `whsec_` and base64. */
export const mintWebhookSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;
