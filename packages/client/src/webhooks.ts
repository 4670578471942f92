import { Webhook } from "standardwebhooks";

/** A notification as an application receives it. `_id` is the same on every attempt: it shows duplicates. */
export interface Notification {
  _id: string;
  /** Path of what was created or changed, such as `/questions/5100003001`; of a message its id. */
  resource: string;
  user_id: number;
  /** `questions`, `invoices`, `messages`, … */
  topic: string;
  /** Of topic `messages`: `created` or `read`. */
  actions?: string[];
  application_id: number;
  attempts: number;
  /** ISO 8601, UTC. */
  sent: string;
  received: string;
}

type HeaderFields = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

/**
 * The notification in a request, when it was signed with the application's webhook secret within the last
 * five minutes; raises `WebhookVerificationError` otherwise. `body` is the request's body as it came: parsing
 * and writing it again would change it.
 */
export function verifyNotification(secret: string, headers: HeaderFields, body: string): Notification {
  const signed = names.map((name) => [name, headerOf(headers, name)] as const);
  // The signature proves that the product wrote it; this is what the product writes.
  return new Webhook(secret).verify(body, Object.fromEntries(signed)) as Notification;
}

function headerOf(headers: HeaderFields, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === "string" ? value : "";
}
