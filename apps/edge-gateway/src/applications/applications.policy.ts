import type { Application } from "./applications.repo.ts";
import type { ApplicationView } from "./applications.schema.ts";

/** An application as this viewer may see it: settings and the webhook secret are its owner's. */
export function viewOf(application: Application, viewerId: number): ApplicationView {
  const { id, name, owner_id } = application;
  if (viewerId !== owner_id) return { id, name };
  const { redirect_uris, scopes, callback_url, topics, webhook_secret } = application;
  return { id, name, owner_id, redirect_uris, scopes, callback_url, topics, webhook_secret };
}
