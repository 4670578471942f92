import type { Reply } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { formTokenField } from "../sign-in/form-token.rules.ts";
import { pageReply, refuse, sendTo } from "../sign-in/pages/page-reply.ts";
import { maySendForms } from "../sign-in/same-origin.rules.ts";
import type { Session } from "../sign-in/sessions.service.ts";
import { hasSecondFactor } from "../sign-in/totp/totp-step.policy.ts";
import { currentSession, formTokenFor, type Http, isOwnForm } from "../sign-in/visit.service.ts";
import type { User } from "../users/users.repo.ts";
import { decisionReply, SessionEnded } from "./authorization.service.ts";
import { type Asked, addressWith } from "./authorization-request.rules.ts";
import { consentPage } from "./pages/consent-page.ts";

/** The consent page of the user who is signed in; others are sent to sign in, with the whole request. */
export async function showConsent(deps: Deps, asked: Asked, http: Http): Promise<Reply> {
  const visitor = await visitorOf(deps, http);
  if (!visitor) return toSignIn(asked);
  if (await isRemembered(deps, asked, visitor.user)) return allowOwn(deps, asked, visitor);
  return consent(deps, asked, { visitor });
}

/** Allows it for the visitor, unless their session has ended meanwhile. */
function allowOwn(deps: Deps, asked: Asked, { session, user }: Visitor): Promise<Reply> {
  const allowed = { decision: "allow", userId: user.id, session } as const;
  return decisionReply(deps, asked.request, allowed).catch((error: unknown) => {
    if (error instanceof SessionEnded) return toSignIn(asked);
    throw error;
  });
}

/** Whether the user is not asked again: the console is a part of the product, and was allowed before. */
const isRemembered = async (
  { tokens }: Deps,
  { request: { application, scopes } }: Asked,
  user: User,
): Promise<boolean> =>
  application.builtin !== null &&
  (await tokens.isGranted({ applicationId: application.id, userId: user.id }, scopes));

/** Takes the form of that page. A session that ended meanwhile begins again; the request goes with it. */
export async function decideOwn(
  deps: Deps,
  asked: Asked,
  { fields, http }: { fields: ReadonlyMap<string, string>; http: Http },
): Promise<Reply> {
  if (!maySendForms(http.req, deps.baseUrl)) return refuse(problems.foreign_form(), http.req);
  const visitor = await visitorOf(deps, http);
  if (!visitor) return toSignIn(asked);
  const { session, user } = visitor;
  if (!isOwnForm(deps, { session: session.id }, fields.get(formTokenField)))
    return consent(deps, asked, { visitor, status: 403, issue: outdated });
  const decision = fields.get("decision");
  if (decision === "deny") return decisionReply(deps, asked.request, { decision, userId: user.id });
  if (decision !== "allow")
    return consent(deps, asked, { visitor, status: 400, issue: "Allow it, or Cancel." });
  return allowOwn(deps, asked, visitor);
}

const outdated = "This page was out of date. Look whether it is the right account, and decide again.";

interface Visitor {
  session: Session;
  user: User;
}

async function visitorOf(deps: Deps, http: Http): Promise<Visitor | undefined> {
  const session = await currentSession(deps, http);
  const user = session && (await deps.users.find(session.userId));
  if (!session || !user) return undefined;
  // A session from before the second factor became necessary is not enough.
  const isProven = hasSecondFactor(session) || !(await deps.secondFactor.isRequired(user.id));
  return isProven ? { session, user } : deps.sessions.end(session.id).then(() => undefined);
}

const toSignIn = ({ parameters }: Asked): Reply => sendTo(addressWith("/sign_in", parameters));

function consent(
  deps: Deps,
  { request: { application, scopes }, parameters }: Asked,
  { visitor: { session, user }, status = 200, issue }: { visitor: Visitor; status?: number; issue?: string },
): Reply {
  const who = {
    user,
    formToken: formTokenFor(deps, { session: session.id }),
    otherAccount: addressWith("/sign_in", parameters),
  };
  return pageReply(consentPage({ applicationName: application.name, scopes, who, parameters, issue }), {
    status,
  });
}
