import { type Caller, isOperator, utcTimestamp } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { type Application, type GrantType, grantTypes } from "./applications.repo.ts";
import type { ApplicationChanges, ApplicationView } from "./applications.schema.ts";

/** Who changes an application: a user, or the command line, which may what operators may. */
export interface Editor {
  userId: number | undefined;
  isOperator: boolean;
}

export const editorOf = (caller: Caller): Editor => ({
  userId: caller.userId,
  isOperator: isOperator(caller),
});

export const commandLine: Editor = { userId: undefined, isOperator: true };

/**
 * An application as this viewer may see it. Operators see what they decide about; where notifications go and
 * the webhook secret are the owner's alone (decisions 2.3).
 */
export function viewOf(application: Application, { userId, isOperator: operates }: Editor): ApplicationView {
  const { id, name, owner_id, created_at, disabled_by } = application;
  const isOwner = userId === owner_id;
  // The product's own applications have no owner, and nothing to decide about.
  if (owner_id === null || (!isOwner && !operates)) return { id, name };
  const { redirect_uris, scopes, grant_types, requests_per_minute } = application;
  const status = disabled_by === null ? "active" : "disabled";
  const date_created = utcTimestamp(created_at);
  const settings = { redirect_uris, scopes, grant_types, status, requests_per_minute, date_created } as const;
  if (!isOwner) return { id, name, owner_id, ...settings };
  const { callback_url, topics, webhook_secret } = application;
  return { id, name, owner_id, ...settings, callback_url, topics, webhook_secret };
}

/** Throws 403 unless the editor may make these changes. */
export function checkMayChange(application: Application, editor: Editor, changes: ApplicationChanges): void {
  const { status, requests_per_minute, ...settings } = changes;
  if (application.builtin !== null) throw problems.not_the_owner();
  const isOwner = application.owner_id === editor.userId;
  if (!isOwner && (!editor.isOperator || Object.keys(settings).length > 0)) throw problems.not_the_owner();
  if (editor.isOperator) return;
  if (requests_per_minute !== undefined) throw problems.operators_only();
  if (status === "active" && application.disabled_by === "operator") throw problems.disabled_by_operator();
}

/**
 * Whether the token is that of an application of the caller's own. What somebody else's application may do
 * ends when its user takes the consent back, so it must not get credentials that act for them after that.
 * The product's own applications are the user's hands: what they make is what the user makes.
 */
export async function actsByOwnApplication({ applications }: Deps, caller: Caller): Promise<boolean> {
  const application = await applications.find(caller.applicationId);
  return (
    application !== undefined && (application.builtin !== null || application.owner_id === caller.userId)
  );
}

/** The grant types of the caller's new application; throws 403 for one that they may not give it. */
export async function grantTypesFor(
  deps: Deps,
  caller: Caller,
  asked: GrantType[] | undefined,
): Promise<GrantType[]> {
  if (await actsByOwnApplication(deps, caller)) return asked ?? [...grantTypes];
  if (asked?.includes("client_credentials")) throw problems.own_application_only();
  return asked ?? grantTypes.filter((type) => type !== "client_credentials");
}
