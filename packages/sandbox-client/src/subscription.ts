import type { SandboxApplication } from "./document.ts";
import type { Access, Lab } from "./lab.ts";
import { SandboxError } from "./sandbox-error.ts";

/** The topics that notifications are sent of. */
export const topics = [
  "questions",
  "invoices",
  "messages",
  "items",
  "orders_v2",
  "orders_feedback",
  "payments",
  "shipments",
] as const;

const receiver = "kit";

interface Wanted {
  application: SandboxApplication;
  topics: readonly string[];
}

/** Lets an application of a world be notified at a receiver that the product hosts. */
export async function subscribe(lab: Lab, { baseUrl }: Access, wanted: Wanted): Promise<void> {
  const { id, client_id, client_secret } = wanted.application;
  const { url } = await lab<{ url: string }>("PUT", `/receivers/${receiver}`, { body: {} });
  const grant = { grant_type: "client_credentials", client_id, client_secret };
  const { access_token } = await send<{ access_token: string }>(`${baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(grant),
  });
  await send(`${baseUrl}/applications/${id}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ callback_url: url, topics: wanted.topics }),
  });
}

async function send<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new SandboxError(`${init.method} ${new URL(url).pathname}`, answer.status, text);
  return JSON.parse(text) as T;
}
