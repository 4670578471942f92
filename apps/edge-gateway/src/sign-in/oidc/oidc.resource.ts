import { exchangeOf } from "@marketplace/conventions";
import { z } from "zod";
import { explain } from "../../authorization/authorization.resource.ts";
import { readTarget, requestFields } from "../../authorization/authorization-request.rules.ts";
import { publicOperation, resource } from "../../kit.ts";
import { oauthProblems } from "../../oauth/oauth.problems.ts";
import { refuse } from "../pages/page-reply.ts";
import { callbackPath } from "./deps.ts";
import { oidcProblems } from "./oidc.problems.ts";
import { beginAtIssuer, finishAtIssuer } from "./oidc-sign-in.service.ts";

const begin = publicOperation({
  id: "beginOidcSignIn",
  method: "GET",
  path: "/sign_in/oidc",
  summary: "Sends the user to the OpenID Connect issuer of the deployment; only where SIGN_IN=oidc",
  query: requestFields,
  status: 302,
  errors: [oauthProblems.invalid_request, oidcProblems.no_issuer, oidcProblems.issuer_away],
  async handle({ http }, deps) {
    const { req, res } = http;
    if (!deps.oidc) return refuse(oidcProblems.no_issuer(), req);
    const target = await readTarget([...exchangeOf(req, res).query], deps.applications.find);
    if (target && target.kind !== "asked") return explain(target, req);
    return beginAtIssuer(deps, deps.oidc, { http, target });
  },
});

const finish = publicOperation({
  id: "finishOidcSignIn",
  method: "GET",
  path: callbackPath,
  summary: "Where the issuer sends the user back to: signs them in and leads on to the consent page",
  query: {
    code: z.string().optional().describe("The issuer's code"),
    state: z
      .string()
      .optional()
      .describe("Names the sign-in; valid once, within ten minutes, in one browser"),
    iss: z.string().optional().describe("The issuer (RFC 9207)"),
    error: z.string().optional().describe("Why the issuer signed nobody in"),
  },
  status: 302,
  errors: Object.values(oidcProblems).filter(({ status }) => status !== 404 && status !== 409),
  async handle({ http }, deps) {
    return deps.oidc ? finishAtIssuer(deps, deps.oidc, http) : refuse(oidcProblems.no_issuer(), http.req);
  },
});

/** Where users sign in at an OpenID Connect issuer in place of a password. */
export const oidcSignIn = resource({
  name: "Sign-in at an issuer",
  description: "Where users sign in at the OpenID Connect issuer of the deployment",
  fields: z.object({ code: z.string().describe("What the issuer gives the browser") }),
  related: ["/sign_in"],
  operations: [begin, finish],
});
