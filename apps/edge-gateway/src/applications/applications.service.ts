import { type Caller, type Cause, common } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import type { Application } from "./applications.repo.ts";
import type { ApplicationChanges } from "./applications.schema.ts";
import { issueOfCallback } from "./callback-url.rules.ts";
import { nameIssue } from "./display-name.rules.ts";
import { issueOfRedirect } from "./redirect-uri.rules.ts";

/**
 * Changes the settings of the caller's application. Throws 404 for an unknown application, 403 for another
 * owner's and 400 for invalid names and addresses.
 */
export async function changeApplication(
  deps: Deps,
  { id, caller }: { id: number; caller: Caller },
  changes: ApplicationChanges,
): Promise<Application> {
  const application = await deps.applications.find(id);
  if (!application) throw problems.application_not_found({ id });
  if (application.owner_id !== caller.userId) throw problems.not_the_owner();
  const causes = issuesOf(changes, deps.allowPrivateCallbacks);
  const [first] = causes;
  if (first)
    throw common.bad_request(
      { message: `Invalid ${first.references[0]}: ${first.message}` },
      { cause: causes },
    );
  const topics = changes.topics && [...new Set(changes.topics)];
  return deps.transaction(async () => {
    const changed = await deps.applications.change(id, { ...changes, topics });
    const fields = Object.keys(changes).join(" ");
    if (fields !== "")
      await deps.audit.record({
        action: "application.changed",
        subject: `/applications/${id}`,
        details: { fields },
      });
    return changed;
  });
}

function issuesOf(
  { name = "", callback_url, redirect_uris }: ApplicationChanges,
  allowPrivate: boolean,
): Cause[] {
  const callback = callback_url ? issueOfCallback(callback_url, allowPrivate) : undefined;
  const redirects = (redirect_uris ?? []).map((uri, index) => [index, issueOfRedirect(uri)] as const);
  return [
    ...causeOf("body.name", nameIssue(name)),
    ...causeOf("body.callback_url", callback),
    ...redirects.flatMap(([index, issue]) => causeOf(`body.redirect_uris[${index}]`, issue)),
  ];
}

const causeOf = (reference: string, message: string | undefined): Cause[] =>
  message === undefined ? [] : [{ code: "invalid_value", message, references: [reference] }];
