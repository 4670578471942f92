import { common, type Problem, type Reply } from "@marketplace/conventions";
import { denialAddress } from "../../authorization/authorization.service.ts";
import { type Asked, addressWith } from "../../authorization/authorization-request.rules.ts";
import type { Deps } from "../../deps.ts";
import { problems } from "../../problems.ts";
import { afterSignIn, leadOn } from "../enter.service.ts";
import { formTokenField } from "../form-token.rules.ts";
import { pageReply, sendTo, wantsPage } from "../pages/page-reply.ts";
import type { Session } from "../sessions.service.ts";
import { staleForm, tooMany } from "../sign-in-form.service.ts";
import { awaitingSession, completeSession, formTokenFor, type Http, isOwnForm } from "../visit.service.ts";
import { codePage, enrollPage, recoveryCodesPage } from "./pages/totp-pages.ts";
import { totpProblems } from "./totp.problems.ts";
import type { Enrollment } from "./totp.repo.ts";
import {
  type AuthenticatorSetup,
  beginEnrollment,
  type CodeCheck,
  checkCode,
  confirmEnrollment,
  secretOf,
  setupOf,
} from "./totp.service.ts";
import { totpStepName } from "./totp-step.policy.ts";

/** Somebody who has done the first step, and what they have for the second. */
interface Visit {
  http: Http;
  target: Asked | undefined;
  session: Session;
  enrollment: Enrollment | undefined;
}

/** The visit of somebody who has to do this step now; `undefined` for others. */
async function visitIn(deps: Deps, http: Http, target: Asked | undefined): Promise<Visit | undefined> {
  const session = await awaitingSession(deps, http, totpStepName);
  if (!session || !(await deps.secondFactor.isRequired(session.userId))) return undefined;
  return { http, target, session, enrollment: await deps.totp.find(session.userId) };
}

const toSignIn = (target: Asked | undefined): Reply =>
  sendTo(target ? addressWith("/sign_in", target.parameters) : "/sign_in");

/** The page for a code, or to enroll; a visitor without a pending sign-in is sent to sign in. */
export async function showTotp(deps: Deps, http: Http, target: Asked | undefined): Promise<Reply> {
  const visit = await visitIn(deps, http, target);
  return visit ? form(deps, visit) : toSignIn(target);
}

/** Takes the form of that page: completes the sign-in, or shows the page again and says why. */
export async function tryTotp(
  deps: Deps,
  http: Http,
  { target, fields }: { target: Asked | undefined; fields: ReadonlyMap<string, string> },
): Promise<Reply> {
  const visit = await visitIn(deps, http, target);
  if (!visit) return toSignIn(target);
  const { session, enrollment } = visit;
  const again = (problem: Problem, issue = `${problem.message}.`) => {
    if (!wantsPage(http.req)) throw problem;
    return form(deps, visit, { problem, issue });
  };
  if (!isOwnForm(deps, { session: session.id }, fields.get(formTokenField)))
    return again(problems.foreign_form(), staleForm);
  const code = fields.get("code") ?? "";
  if (!enrollment || code.length > 64) return again(totpProblems.wrong_code());
  const checked: CodeCheck & { codes?: string[] } = enrollment.confirmed_at
    ? await checkCode(deps, enrollment, code)
    : await confirmHere(deps, { session, enrollment }, code);
  if (checked.kind === "blocked") {
    const headers = { "Retry-After": String(checked.seconds) };
    return again(common.too_many_requests({ headers }), tooMany(checked.seconds));
  }
  if (checked.kind === "refused") return again(totpProblems.wrong_code());
  return completed(deps, visit, checked.codes);
}

/** One that was begun by API is confirmed there, where its secret was shown. */
const confirmHere = async (
  deps: Deps,
  { session, enrollment }: { session: Session; enrollment: Enrollment },
  code: string,
): Promise<CodeCheck & { codes?: string[] }> =>
  enrollment.session_id === session.id
    ? confirmEnrollment(deps, enrollment, { code, session })
    : { kind: "refused" };

async function completed(
  deps: Deps,
  { http: { req, res }, target, session }: Visit,
  codes: readonly string[] | undefined,
): Promise<Reply> {
  const cookies = await completeSession(deps, session, req);
  if (!cookies) return toSignIn(target);
  for (const cookie of cookies) res.appendHeader("Set-Cookie", cookie);
  if (!codes) return leadOn(target?.parameters);
  return pageReply(recoveryCodesPage(codes, afterSignIn(target?.parameters)), { formAction: "'self'" });
}

async function form(
  deps: Deps,
  { target, session, enrollment }: Visit,
  { problem, issue }: { problem?: Problem; issue?: string } = {},
): Promise<Reply> {
  const fields = {
    formToken: formTokenFor(deps, { session: session.id }),
    parameters: target?.parameters ?? [],
    cancelAddress: target && denialAddress(target.request),
    issue,
  };
  const forApp = enrollment?.confirmed_at ? undefined : await secretFor(deps, session, enrollment);
  return pageReply(forApp ? enrollPage(forApp, fields) : codePage(fields), {
    status: problem?.status ?? 200,
    headers: { ...problem?.headers },
    formAction: "'self'",
  });
}

/** The secret that this sign-in has begun with, so that a page shown again shows the same; else a new one. */
async function secretFor(
  deps: Deps,
  session: Session,
  enrollment: Enrollment | undefined,
): Promise<AuthenticatorSetup | undefined> {
  const user = await deps.users.find(session.userId);
  if (!user) return undefined;
  const isOurs = enrollment?.session_id === session.id;
  const secret = enrollment && isOurs ? secretOf(deps, enrollment) : undefined;
  if (secret !== undefined) return setupOf(deps, secret, user.nickname);
  return beginEnrollment(deps, user, session);
}
