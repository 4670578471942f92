import { type Cause, common } from "@marketplace/conventions";
import type { AuditDetails } from "../audit/audit.repo.ts";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { hashOf, mintSecret, mintWebhookSecret } from "../tokens/token-text.rules.ts";
import { checkMayChange, type Editor } from "./applications.policy.ts";
import { type Application, type DisabledBy, grantTypes } from "./applications.repo.ts";
import type { ApplicationChanges, NewApplication } from "./applications.schema.ts";
import { issueOfCallback } from "./callback-url.rules.ts";
import { nameIssue } from "./display-name.rules.ts";
import { issueOfRedirect } from "./redirect-uri.rules.ts";

/** A new application, with the secret that is shown once. */
export interface CreatedApplication {
  application: Application;
  clientSecret: string;
}

/** Creates an application of an owner; 400 for invalid names and addresses. */
export async function createApplication(
  deps: Deps,
  ownerId: number,
  given: NewApplication,
): Promise<CreatedApplication> {
  refuse(issuesOf(given, deps.allowPrivateCallbacks));
  const clientSecret = mintSecret();
  return deps.transaction(async () => {
    const application = await deps.applications.create({
      ...given,
      owner_id: ownerId,
      grant_types: given.grant_types ?? [...grantTypes],
      topics: [...new Set(given.topics)],
      secret_hash: hashOf(clientSecret),
      webhook_secret: mintWebhookSecret(),
    });
    const subject = `/applications/${application.id}`;
    await deps.audit.record({ action: "application.created", subject, details: { owner_id: ownerId } });
    return { application, clientSecret };
  });
}

/**
 * Changes an application. Throws 404 for an unknown one, 403 for what the editor may not change and 400 for
 * invalid names and addresses.
 */
export async function changeApplication(
  deps: Deps,
  { id, editor }: { id: number; editor: Editor },
  changes: ApplicationChanges,
): Promise<Application> {
  const changed = await deps.transaction(async () => {
    const before = await deps.applications.lock(id);
    if (!before) throw problems.application_not_found({ id });
    checkMayChange(before, editor, changes);
    refuse(issuesOf(changes, deps.allowPrivateCallbacks));
    const { status, topics, ...others } = changes;
    const after = await deps.applications.change(id, {
      ...others,
      ...(topics && { topics: [...new Set(topics)] }),
      ...(status && { disabled_by: disabledBy(before, editor, status) }),
    });
    await recordChange(deps, { before, after }, changes);
    return after;
  });
  deps.tokenCheck.forgetApplication(id);
  return changed;
}

/** An operator's decision replaces the owner's, and not the other way round. */
function disabledBy(
  { disabled_by }: Application,
  { isOperator }: Editor,
  status: NonNullable<ApplicationChanges["status"]>,
): DisabledBy | null {
  if (status === "active") return null;
  return isOperator ? "operator" : (disabled_by ?? "owner");
}

async function recordChange(
  { audit }: Deps,
  { before, after }: { before: Application; after: Application },
  { status: _, ...changes }: ApplicationChanges,
): Promise<void> {
  const subject = `/applications/${before.id}`;
  if (before.disabled_by !== after.disabled_by) {
    const action = after.disabled_by === null ? "application.enabled" : "application.disabled";
    await audit.record({ action, subject, details: { by: after.disabled_by ?? before.disabled_by } });
  }
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  const { requests_per_minute } = changes;
  const details: AuditDetails = { fields: fields.join(" ") };
  if (requests_per_minute !== undefined) details.requests_per_minute = requests_per_minute;
  await audit.record({ action: "application.changed", subject, details });
}

/** A new client secret, and until when the one before works beside it. */
export interface RotatedSecret {
  application: Application;
  clientSecret: string;
  formerUntil: Date | null;
}

/** Replaces the client secret; 404 for an unknown application, 403 where `mayRotate` is false. */
export async function rotateSecret(
  deps: Deps,
  { id, mayRotate }: { id: number; mayRotate: (application: Application) => boolean },
  graceMinutes: number,
): Promise<RotatedSecret> {
  const clientSecret = mintSecret();
  return deps.transaction(async () => {
    const application = await deps.applications.lock(id);
    if (!application) throw problems.application_not_found({ id });
    if (!mayRotate(application)) throw problems.not_the_owner();
    const formerUntil =
      graceMinutes === 0 ? null : new Date(deps.clock.now().getTime() + graceMinutes * 60_000);
    await deps.applications.rotateSecret(id, hashOf(clientSecret), formerUntil);
    await deps.audit.record({
      action: "application.secret_rotated",
      subject: `/applications/${id}`,
      details: { grace_minutes: graceMinutes },
    });
    return { application, clientSecret, formerUntil };
  });
}

function refuse(causes: readonly Cause[]): void {
  const [first] = causes;
  if (!first) return;
  const message = `Invalid ${first.references[0]}: ${first.message}`;
  throw common.bad_request({ message }, { cause: causes });
}

type Shown = Pick<ApplicationChanges, "name" | "callback_url" | "redirect_uris">;

function issuesOf({ name = "", callback_url, redirect_uris }: Shown, allowPrivate: boolean): Cause[] {
  const callback = typeof callback_url === "string" ? issueOfCallback(callback_url, allowPrivate) : undefined;
  const redirects = (redirect_uris ?? []).map((uri, index) => [index, issueOfRedirect(uri)] as const);
  return [
    ...causeOf("body.name", nameIssue(name)),
    ...causeOf("body.callback_url", callback),
    ...redirects.flatMap(([index, issue]) => causeOf(`body.redirect_uris[${index}]`, issue)),
  ];
}

const causeOf = (reference: string, message: string | undefined): Cause[] =>
  message === undefined ? [] : [{ code: "invalid_value", message, references: [reference] }];
