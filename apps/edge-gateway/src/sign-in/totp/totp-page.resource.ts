import { exchangeOf } from "@marketplace/conventions";
import { z } from "zod";
import { explain } from "../../authorization/authorization.resource.ts";
import { readTarget, requestFields } from "../../authorization/authorization-request.rules.ts";
import { publicOperation, resource } from "../../kit.ts";
import { oauthProblems } from "../../oauth/oauth.problems.ts";
import { formPairs } from "../../oauth/parameters.rules.ts";
import { problems } from "../../problems.ts";
import { refuse } from "../pages/page-reply.ts";
import { maySendForms } from "../same-origin.rules.ts";
import { hasPicker } from "../sign-in.policy.ts";
import { totpProblems } from "./totp.problems.ts";
import { showTotp, tryTotp } from "./totp-page.service.ts";
import { totpPath } from "./totp-step.policy.ts";

const SecondStepForm = z
  .object({
    ...requestFields,
    code: z.string().optional().describe("Six digits of the authenticator app, or a recovery code"),
    form_token: z.string().optional().describe("The token of the page's form"),
  })
  .meta({ id: "SecondStepForm" });

const show = publicOperation({
  id: "secondStepPage",
  method: "GET",
  path: totpPath,
  summary: "Shows the page for the second step of a sign-in, a code; not where SIGN_IN=picker",
  query: requestFields,
  file: "text/html",
  otherAnswers: { 302: "To the sign-in page, where nobody waits for this step" },
  errors: [oauthProblems.invalid_request, problems.users_are_picked],
  async handle({ http }, deps) {
    const { req, res } = http;
    if (hasPicker(deps)) return refuse(problems.users_are_picked(), req);
    const target = await readTarget([...exchangeOf(req, res).query], deps.applications.find);
    if (target && target.kind !== "asked") return explain(target, req);
    return showTotp(deps, http, target);
  },
});

const submit = publicOperation({
  id: "secondStep",
  method: "POST",
  path: totpPath,
  summary: "Takes that page's form and completes the sign-in; not where SIGN_IN=picker",
  body: SecondStepForm,
  upload: "application/x-www-form-urlencoded",
  status: 302,
  otherAnswers: { 200: "The recovery codes of somebody who has enrolled a second factor here" },
  errors: [
    oauthProblems.invalid_request,
    problems.users_are_picked,
    problems.foreign_form,
    totpProblems.wrong_code,
  ],
  async handle({ http }, deps) {
    const { req, res } = http;
    if (hasPicker(deps)) return refuse(problems.users_are_picked(), req);
    if (!maySendForms(req, deps.baseUrl)) return refuse(problems.foreign_form(), req);
    const pairs = await formPairs(req, res);
    const target = await readTarget(pairs, deps.applications.find);
    if (target && target.kind !== "asked") return explain(target, req);
    return tryTotp(deps, http, { target, fields: new Map(pairs) });
  },
});

/** The second step of the sign-in. */
export const secondStep = resource({
  name: "Second step of the sign-in",
  description: "Where users type a code of their authenticator app",
  fields: z.object({ code: z.string().describe("Code of the app") }),
  related: ["/sign_in", "/users/{user_id}/totp"],
  operations: [show, submit],
});
