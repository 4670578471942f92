import { json, oauthErrorFields } from "@marketplace/conventions";
import { publicOperation, resource } from "../kit.ts";
import { oauthProblems } from "./oauth.problems.ts";
import { TokenRequest, TokenResponse, tokenParameterNames } from "./oauth.schema.ts";
import { grantTokens } from "./oauth.service.ts";
import { readParameters } from "./parameters.rules.ts";
import { admitTokenRequest } from "./token-limit.policy.ts";

const token = publicOperation({
  id: "getToken",
  method: "POST",
  path: "/oauth/token",
  summary: "Exchanges an authorization code, a refresh token or the application's own credentials for tokens",
  body: TokenRequest,
  upload: "application/x-www-form-urlencoded",
  examples: {
    body: {
      grant_type: "client_credentials",
      client_id: "3167204918",
      client_secret: "the application's own",
    },
  },
  response: TokenResponse,
  mask: "none",
  errors: Object.values(oauthProblems),
  async handle({ http: { req, res } }, deps) {
    const parameters = await readParameters(req, res, tokenParameterNames).catch(async (error) => {
      await admitTokenRequest(deps, req, undefined);
      throw error;
    });
    const answer = await grantTokens(deps, req, parameters);
    return json(answer, { headers: { "Cache-Control": "no-store", Pragma: "no-cache" } });
  },
});

/** The token endpoint of OAuth 2.0 (decisions 2.2). */
export const oauth = resource({
  name: "OAuth",
  description: "How applications get access tokens",
  fields: TokenResponse,
  related: ["/authorization", "/users/me"],
  connections: { user_id: "/users/{id}" },
  errorFields: oauthErrorFields,
  operations: [token],
});
