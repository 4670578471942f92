import { exchangeOf, type Reply } from "@marketplace/conventions";
import type { Request } from "express";
import { z } from "zod";
import { publicOperation, resource } from "../kit.ts";
import { oauthProblems } from "../oauth/oauth.problems.ts";
import { formPairs } from "../oauth/parameters.rules.ts";
import { problems } from "../problems.ts";
import { refuse, sendTo } from "../sign-in/pages/page-reply.ts";
import { hasPicker } from "../sign-in/sign-in.policy.ts";
import { returnAddress } from "./authorization.service.ts";
import { type Reading, readRequest, requestFields } from "./authorization-request.rules.ts";
import { decideOwn, showConsent } from "./own-consent.service.ts";
import { decidePicked, showPicker } from "./picked-consent.service.ts";

const Consent = z
  .object({
    ...requestFields,
    user_id: z.string().optional().describe("The test user who allows it; only where SIGN_IN=picker"),
    form_token: z.string().optional().describe("The token of the page's form; not where SIGN_IN=picker"),
    decision: z.string().optional().describe("allow or deny"),
  })
  .meta({ id: "Consent" });

const ask = publicOperation({
  id: "authorize",
  method: "GET",
  path: "/authorization",
  example:
    "/authorization?response_type=code&client_id=3167204918&redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fcallback",
  summary: "Shows the consent page on which a user allows an application to act for them",
  query: requestFields,
  file: "text/html",
  otherAnswers: { 302: "To the sign-in page; or what is wrong with the request, told to the application" },
  errors: [oauthProblems.invalid_request],
  async handle({ http }, deps) {
    const { req, res } = http;
    const reading = await readRequest([...exchangeOf(req, res).query], deps.applications.find);
    if (reading.kind !== "asked") return explain(reading, req);
    return hasPicker(deps) ? showPicker(deps, reading) : showConsent(deps, reading, http);
  },
});

const decide = publicOperation({
  id: "decideAuthorization",
  method: "POST",
  path: "/authorization",
  summary: "Takes the consent page's form and sends the user back to the application with a code",
  body: Consent,
  upload: "application/x-www-form-urlencoded",
  status: 302,
  errors: [oauthProblems.invalid_request, problems.foreign_form],
  async handle({ http }, deps) {
    const { req, res } = http;
    const pairs = await formPairs(req, res);
    const reading = await readRequest(pairs, deps.applications.find);
    if (reading.kind !== "asked") return explain(reading, req);
    const fields = new Map(pairs);
    return hasPicker(deps) ? decidePicked(deps, reading, fields) : decideOwn(deps, reading, { fields, http });
  },
});

/** What is wrong with a request: told to the application, or here when that is uncertain. */
export function explain(reading: Exclude<Reading, { kind: "asked" }>, req: Request): Reply {
  if (reading.kind === "refused")
    return refuse(oauthProblems.invalid_request({ reason: reading.reason }), req);
  const { redirectUri, state, error, reason } = reading;
  return sendTo(returnAddress(redirectUri, { error, error_description: reason, state }));
}

/** The authorization endpoint of OAuth 2.0 (decisions 2.2). */
export const authorization = resource({
  name: "Authorization",
  description: "Where a user allows an application to act for them",
  fields: z.object({ code: z.string().describe("Exchanged at /oauth/token, once, within ten minutes") }),
  related: ["/oauth/token", "/sign_in"],
  operations: [ask, decide],
});
