import { z } from "zod";
import { grantTypes } from "../applications/applications.repo.ts";

/** What a token request carries, as a form, a JSON object or in the query string. */
export const TokenRequest = z
  .object({
    grant_type: z.enum(grantTypes).describe("What is exchanged for tokens"),
    client_id: z.string().optional().describe("The application; may come by HTTP Basic"),
    client_secret: z.string().optional().describe("Its secret; may come by HTTP Basic"),
    code: z.string().optional().describe("Authorization code, with grant_type authorization_code"),
    redirect_uri: z.string().optional().describe("The one the code was sent to"),
    code_verifier: z.string().optional().describe("PKCE: what the code_challenge was made of"),
    refresh_token: z.string().optional().describe("With grant_type refresh_token; works once"),
    scope: z
      .string()
      .optional()
      .describe(
        "Wanted scopes, separated by spaces; everything allowed when absent. Fewer in a refresh narrow its access token only",
      ),
  })
  .meta({ id: "TokenRequest" });

/** Names of the parameters a token request is read for; others are ignored. */
export const tokenParameterNames = Object.keys(TokenRequest.shape);

/** The answer to a token request. */
export const TokenResponse = z
  .object({
    access_token: z.string().describe("Sent as Authorization: Bearer with every call"),
    token_type: z.literal("Bearer").describe("Bearer"),
    expires_in: z.int().describe("Seconds the access token lives"),
    scope: z.string().describe("Scopes of the access token, separated by spaces"),
    user_id: z.int().describe("User the token acts for"),
    refresh_token: z
      .string()
      .optional()
      .describe("Gets the next tokens, once; only where offline_access was granted"),
  })
  .meta({ id: "TokenResponse" });
