import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { verifyNotification, WebhookVerificationError } from "./index.ts";

const secret = "whsec_DmnlrY8jTBTcdHf6uFt8g4rxDDit9PGC";
const notification = {
  _id: "5f0e2c9a-9f2b-4f5e-8a54-1f2a3b4c5d6e",
  resource: "/questions/5100003001",
  user_id: 2418503621,
  topic: "questions",
  application_id: 3167204918,
  attempts: 1,
  sent: "2026-03-10T15:00:00.000Z",
  received: "2026-03-10T15:00:00.000Z",
};
const body = JSON.stringify(notification);

function signed(at = new Date()): Record<string, string> {
  return {
    "webhook-id": notification._id,
    "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
    "webhook-signature": new Webhook(secret).sign(notification._id, at, body),
  };
}

describe("a notification", () => {
  it("signed with the application's secret is believed, from Node's headers and from fetch's", () => {
    expect(verifyNotification(secret, signed(), body)).toEqual(notification);
    expect(verifyNotification(secret, new Headers(signed()), body)).toEqual(notification);
  });

  it.each([
    ["was changed", body.replace("questions", "invoices"), signed()],
    ["is unsigned", body, {}],
    ["was signed with another secret", body, { ...signed(), "webhook-signature": "v1,AAAA" }],
    ["is ten minutes old", body, signed(new Date(Date.now() - 600_000))],
    ["was given another id", body, { ...signed(), "webhook-id": "another" }],
  ])("that %s is refused", (_what, text, headers) => {
    expect(() => verifyNotification(secret, headers, text)).toThrow(WebhookVerificationError);
  });
});
