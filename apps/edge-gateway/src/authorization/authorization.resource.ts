import { bytes, exchangeOf, kit, type Problem, Reply } from "@marketplace/conventions";
import type { Request } from "express";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { oauthProblems } from "../oauth/oauth.problems.ts";
import { formPairs } from "../oauth/parameters.rules.ts";
import { problems } from "../problems.ts";
import { allow, deny, returnAddress } from "./authorization.service.ts";
import { type Reading, readRequest } from "./authorization-request.rules.ts";
import { consentPage, problemPage } from "./pages/consent-page.ts";
import { hasPicker } from "./sign-in.policy.ts";

const { publicOperation, resource } = kit<Deps>();

const query = {
  response_type: z.string().optional().describe("code"),
  client_id: z.string().optional().describe("The application"),
  redirect_uri: z
    .string()
    .optional()
    .describe("Where to send the user back to; one the application registered"),
  scope: z.string().optional().describe("Wanted scopes, separated by spaces; everything allowed when absent"),
  state: z.string().optional().describe("Comes back unchanged"),
  code_challenge: z.string().optional().describe("PKCE challenge"),
  code_challenge_method: z.string().optional().describe("S256 or plain; plain when absent"),
};

const Consent = z
  .object({
    ...query,
    user_id: z.string().optional().describe("The test user who allows it"),
    decision: z.string().optional().describe("allow or deny"),
  })
  .meta({ id: "Consent" });

/** The page must not be framed, cached or leak its address. */
const pageHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};
const htmlType = "text/html; charset=utf-8";
const listedUsers = 500;

const ask = publicOperation({
  id: "authorize",
  method: "GET",
  path: "/authorization",
  example:
    "/authorization?response_type=code&client_id=3167204918&redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fcallback",
  summary: "Shows the consent page on which a test user allows an application to act for them",
  query,
  file: "text/html",
  otherAnswers: { 302: "What is wrong with the request, told to the application" },
  errors: [oauthProblems.invalid_request, problems.sign_in_disabled],
  async handle({ http: { req, res } }, deps) {
    if (!hasPicker(deps)) return refuse(problems.sign_in_disabled(), req);
    const reading = await readRequest([...exchangeOf(req, res).query], deps.applications.find);
    if (reading.kind !== "asked") return explain(reading, req);
    return consent(deps, reading);
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
  errors: [oauthProblems.invalid_request, problems.sign_in_disabled],
  async handle({ http: { req, res } }, deps) {
    if (!hasPicker(deps)) return refuse(problems.sign_in_disabled(), req);
    const pairs = await formPairs(req, res);
    const reading = await readRequest(pairs, deps.applications.find);
    if (reading.kind !== "asked") return explain(reading, req);
    const { redirectUri, state } = reading.request;
    const fields = new Map(pairs);
    const userId = Number(fields.get("user_id"));
    const user = Number.isSafeInteger(userId) ? await deps.users.find(userId) : undefined;
    if (fields.get("decision") === "deny") {
      await deny(deps, reading.request.application.id, user?.id);
      const reason = "The user did not allow it";
      return sendBack(redirectUri, { error: "access_denied", error_description: reason, state });
    }
    if (!user || fields.get("decision") !== "allow")
      return consent(deps, reading, "Choose one of the test users, and Allow or Cancel.");
    const code = await allow(deps, reading.request, user.id);
    return sendBack(redirectUri, { code, state });
  },
});

async function consent(
  deps: Deps,
  { request: { application, scopes }, parameters }: Extract<Reading, { kind: "asked" }>,
  issue?: string,
): Promise<Reply> {
  const users = await deps.users.list(listedUsers);
  const html = consentPage({ applicationName: application.name, scopes, users, parameters, issue });
  return bytes(html, htmlType, { status: issue === undefined ? 200 : 400, headers: pageHeaders });
}

function explain(reading: Exclude<Reading, { kind: "asked" }>, req: Request): Reply {
  if (reading.kind === "returned") {
    const { redirectUri, state, error, reason } = reading;
    return sendBack(redirectUri, { error, error_description: reason, state });
  }
  return refuse(oauthProblems.invalid_request({ reason: reading.reason }), req);
}

/** Browsers get a page, programs the error body. */
function refuse(problem: Problem, req: Request): Reply {
  if (!req.headers.accept?.includes("text/html")) throw problem;
  return bytes(problemPage(problem.message), htmlType, { status: problem.status, headers: pageHeaders });
}

const sendBack = (redirectUri: string, answer: Record<string, string | undefined>): Reply =>
  new Reply(
    302,
    { kind: "empty" },
    { Location: returnAddress(redirectUri, answer), "Cache-Control": "no-store" },
  );

/** The authorization endpoint of OAuth 2.0 (decisions 2.2). */
export const authorization = resource({
  name: "Authorization",
  description: "Where a user allows an application to act for them",
  fields: z.object({ code: z.string().describe("Exchanged at /oauth/token, once, within ten minutes") }),
  related: ["/oauth/token"],
  operations: [ask, decide],
});
