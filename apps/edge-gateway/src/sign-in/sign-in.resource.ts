import { exchangeOf } from "@marketplace/conventions";
import { z } from "zod";
import { explain } from "../authorization/authorization.resource.ts";
import { readTarget, requestFields } from "../authorization/authorization-request.rules.ts";
import { publicOperation, resource } from "../kit.ts";
import { oauthProblems } from "../oauth/oauth.problems.ts";
import { formPairs } from "../oauth/parameters.rules.ts";
import { problems } from "../problems.ts";
import { formTokenField } from "./form-token.rules.ts";
import { refuse, sendTo } from "./pages/page-reply.ts";
import { maySendForms } from "./same-origin.rules.ts";
import { hasPicker } from "./sign-in.policy.ts";
import { showSignIn, trySignIn } from "./sign-in-form.service.ts";
import { signOut as endVisit } from "./sign-out.service.ts";
import { currentSession, isOwnForm } from "./visit.service.ts";

const formToken = z.string().optional().describe("The token of the page's form");
const SignInForm = z
  .object({
    ...requestFields,
    login: z.string().optional().describe("Nickname or e-mail address; at most 254 characters"),
    password: z.string().optional().describe("Password"),
    form_token: formToken,
  })
  .meta({ id: "SignInForm" });
const SignOutForm = z.object({ form_token: formToken }).meta({ id: "SignOutForm" });

const show = publicOperation({
  id: "signInPage",
  method: "GET",
  path: "/sign_in",
  summary: "Shows the page on which users sign in, and who is signed in already; not where SIGN_IN=picker",
  query: requestFields,
  file: "text/html",
  otherAnswers: { 302: "What is wrong with the authorization request, told to the application" },
  errors: [oauthProblems.invalid_request, problems.users_are_picked],
  async handle({ http }, deps) {
    const { req, res } = http;
    if (hasPicker(deps)) return refuse(problems.users_are_picked(), req);
    const target = await readTarget([...exchangeOf(req, res).query], deps.applications.find);
    if (target && target.kind !== "asked") return explain(target, req);
    return showSignIn(deps, http, { target });
  },
});

const submit = publicOperation({
  id: "signIn",
  method: "POST",
  path: "/sign_in",
  summary:
    "Takes the page's form, signs the user in and leads on to the consent page; only where SIGN_IN=password",
  body: SignInForm,
  upload: "application/x-www-form-urlencoded",
  status: 302,
  errors: [
    oauthProblems.invalid_request,
    problems.users_are_picked,
    problems.no_passwords,
    problems.foreign_form,
    problems.wrong_credentials,
  ],
  async handle({ http }, deps) {
    const { req, res } = http;
    if (hasPicker(deps)) return refuse(problems.users_are_picked(), req);
    if (deps.oidc) return refuse(problems.no_passwords(), req);
    if (!maySendForms(req, deps.baseUrl)) return refuse(problems.foreign_form(), req);
    const pairs = await formPairs(req, res);
    const target = await readTarget(pairs, deps.applications.find);
    if (target && target.kind !== "asked") return explain(target, req);
    return trySignIn(deps, http, { target, fields: new Map(pairs) });
  },
});

const signOut = publicOperation({
  id: "signOut",
  method: "POST",
  path: "/sign_out",
  summary: "Ends the session of the browser that sends the sign-in page's form; not where SIGN_IN=picker",
  body: SignOutForm,
  upload: "application/x-www-form-urlencoded",
  status: 302,
  errors: [oauthProblems.invalid_request, problems.users_are_picked, problems.foreign_form],
  async handle({ http }, deps) {
    const { req, res } = http;
    if (hasPicker(deps)) return refuse(problems.users_are_picked(), req);
    if (!maySendForms(req, deps.baseUrl)) return refuse(problems.foreign_form(), req);
    const fields = new Map(await formPairs(req, res));
    const session = await currentSession(deps, http);
    if (session) {
      if (!isOwnForm(deps, { session: session.id }, fields.get(formTokenField)))
        return refuse(problems.foreign_form(), req);
      await endVisit(deps, session);
    }
    res.appendHeader("Set-Cookie", deps.cookies.clear("session"));
    return sendTo("/sign_in");
  },
});

/** Where users prove who they are, by a password and a session. Nothing else of the API reads cookies. */
export const signIn = resource({
  name: "Sign-in",
  description: "Where users prove who they are before they allow an application something",
  fields: z.object({
    login: z.string().describe("Nickname or e-mail address"),
    password: z.string().describe("Password"),
  }),
  related: ["/authorization", "/sign_out"],
  operations: [show, submit, signOut],
});
