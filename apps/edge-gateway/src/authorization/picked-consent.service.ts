import type { Reply } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { pageReply } from "../sign-in/pages/page-reply.ts";
import { decisionReply } from "./authorization.service.ts";
import type { Asked } from "./authorization-request.rules.ts";
import { consentPage } from "./pages/consent-page.ts";

const listedUsers = 500;

/** The consent page of a sandbox: its visitor picks the user. */
export async function showPicker(
  deps: Deps,
  { request: { application, scopes }, parameters }: Asked,
  issue?: string,
): Promise<Reply> {
  const who = { pick: await deps.users.list(listedUsers) };
  const html = consentPage({ applicationName: application.name, scopes, who, parameters, issue });
  return pageReply(html, { status: issue === undefined ? 200 : 400 });
}

/** Takes the form of that page: without a session there is nothing that another site could misuse. */
export async function decidePicked(
  deps: Deps,
  asked: Asked,
  fields: ReadonlyMap<string, string>,
): Promise<Reply> {
  const decision = fields.get("decision");
  const userId = Number(fields.get("user_id"));
  const user = Number.isSafeInteger(userId) ? await deps.users.find(userId) : undefined;
  if (decision === "deny") return decisionReply(deps, asked.request, { decision, userId: user?.id });
  if (!user || decision !== "allow")
    return showPicker(deps, asked, "Choose one of the test users, and Allow or Cancel.");
  return decisionReply(deps, asked.request, { decision, userId: user.id });
}
