import { Webhook } from "standardwebhooks";
import { applications } from "../api/world.ts";
import type { Received } from "./receiver.ts";

/** Verifies the signature with the application's webhook secret; throws when it is not genuine. */
export function verify({ raw, headers }: Received): unknown {
  const text = (name: string) => String(headers[name]);
  return new Webhook(applications.default.webhook_secret).verify(raw, {
    "webhook-id": text("webhook-id"),
    "webhook-timestamp": text("webhook-timestamp"),
    "webhook-signature": text("webhook-signature"),
  });
}
