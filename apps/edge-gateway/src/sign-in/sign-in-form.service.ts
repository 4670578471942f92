import { clientNetworkOf, common, isStorable, Problem, type Reply } from "@marketplace/conventions";
import { denialAddress } from "../authorization/authorization.service.ts";
import { type Asked, addressWith } from "../authorization/authorization-request.rules.ts";
import type { Deps } from "../deps.ts";
import { oauthProblems } from "../oauth/oauth.problems.ts";
import { problems } from "../problems.ts";
import { enter } from "./enter.service.ts";
import { formTokenField } from "./form-token.rules.ts";
import { pageReply, wantsPage } from "./pages/page-reply.ts";
import { type SignedIn, signInPage } from "./pages/sign-in-page.ts";
import { checkPassword } from "./password-check.service.ts";
import { browserOf, currentSession, formTokenFor, type Http, isOwnForm } from "./visit.service.ts";

/** The form as it was sent, and what is to go on after it. */
interface SentForm {
  target: Asked | undefined;
  fields: ReadonlyMap<string, string>;
}

/** Whether a text can be a nickname or an e-mail address at all. */
const isName = (login: string): boolean => login !== "" && login.length <= 254 && isStorable(login);

/** Signs a user in who proves who they are; else shows the page again, and says why. */
export async function trySignIn(deps: Deps, http: Http, { target, fields }: SentForm): Promise<Reply> {
  const { req } = http;
  const [login = "", password = ""] = [fields.get("login")?.trim(), fields.get("password")];
  const again = (problem: Problem, issue = problem.message) => {
    if (!wantsPage(req)) throw problem;
    return showSignIn(deps, http, { target, login, problem, issue });
  };
  const browser = deps.cookies.read(req, "browser");
  if (!isOwnForm(deps, browser === undefined ? undefined : { browser }, fields.get(formTokenField)))
    return again(problems.foreign_form(), staleForm);
  if (password === "" || !isName(login))
    return again(
      oauthProblems.invalid_request({ reason: "Type your nickname or e-mail address, and your password" }),
    );
  const claim = { login, password, browser, network: clientNetworkOf(req) };
  const checked = await checkPassword(deps, claim).catch(problemIn);
  if (checked instanceof Problem) return again(checked);
  if (checked.kind === "blocked") {
    const headers = { "Retry-After": String(checked.seconds) };
    return again(common.too_many_requests({ headers }), tooMany(checked.seconds));
  }
  const parameters = target?.parameters;
  const entered =
    checked.kind === "proven" &&
    (await enter(deps, http, { proven: { ...checked, method: "password" }, parameters }));
  return entered || again(problems.wrong_credentials());
}

export const staleForm = "This page was out of date, or your browser keeps no cookies. Try again.";

/** A problem, such as too many sign-ins at once, belongs on the page; other errors go on. */
function problemIn(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/** What a page says while attempts are blocked. */
export function tooMany(seconds: number): string {
  const wait = seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many attempts. Try again in ${wait}.`;
}

/** What the page shows beside its form. */
interface Shown {
  target?: Asked | undefined;
  login?: string;
  problem?: Problem;
  issue?: string;
}

/** The page with its form, and with what was wrong before. */
export async function showSignIn(
  deps: Deps,
  http: Http,
  { target, login, problem, issue }: Shown,
): Promise<Reply> {
  const browser = browserOf(deps, http);
  const html = signInPage({
    formToken: formTokenFor(deps, { browser }),
    target: target && {
      applicationName: target.request.application.name,
      parameters: target.parameters,
      cancelAddress: denialAddress(target.request),
    },
    signedIn: await signedIn(deps, http, target),
    login,
    issue,
    issuer: deps.oidc && {
      label: deps.oidc.settings.label,
      address: addressWith("/sign_in/oidc", target?.parameters ?? new Map()),
    },
  });
  return pageReply(html, {
    status: problem?.status ?? 200,
    headers: { ...problem?.headers },
    formAction: "'self'",
  });
}

async function signedIn(deps: Deps, http: Http, target: Asked | undefined): Promise<SignedIn | undefined> {
  const session = await currentSession(deps, http);
  const user = session && (await deps.users.find(session.userId));
  if (!session || !user) return undefined;
  return {
    nickname: user.nickname,
    formToken: formTokenFor(deps, { session: session.id }),
    goOnAddress: target && addressWith("/authorization", target.parameters),
  };
}
