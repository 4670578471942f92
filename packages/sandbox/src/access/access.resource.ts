import { bodyId, json } from "@marketplace/conventions";
import { z } from "zod";
import { operation, publicOperation, resource } from "../feature.ts";
import { problems } from "../problems.ts";
import { mintTokens } from "./mint-tokens.ts";
import { isOwnConsole } from "./own-console.ts";

const unstored = { "Cache-Control": "no-store" };

const AccessView = z
  .object({ admin_token: z.string().describe("Admin token of the lab") })
  .meta({ id: "LabAccess" });

const giveAccess = publicOperation({
  id: "getLabAccess",
  method: "POST",
  path: "/_sandbox/access",
  summary: "Gives the console of this address the admin token, where visitors may be any user",
  response: AccessView,
  errors: [problems.not_the_console],
  handle({ http: { req } }, { adminToken, baseUrl, open }) {
    if (!open || !isOwnConsole(req, baseUrl)) throw problems.not_the_console();
    return json({ admin_token: adminToken }, { headers: unstored });
  },
});

const SessionBody = z
  .strictObject({ user_id: bodyId().describe("The user to act as") })
  .meta({ id: "NewConsoleSession" });

const SessionView = z
  .object({
    access_token: z.string().describe("Access token of the console for the user"),
    refresh_token: z.string().optional().describe("Gets the next tokens, once"),
    token_type: z.literal("Bearer").describe("Bearer"),
    expires_in: z.int().describe("Seconds the access token lives"),
    scope: z.string().describe("Scopes of the access token, separated by spaces"),
    user_id: z.int().describe("User the token acts for"),
    client_id: z.string().describe("The console as an application of the world"),
  })
  .meta({ id: "ConsoleSession" });

const createSession = operation({
  id: "createConsoleSession",
  method: "POST",
  path: "/_sandbox/sessions",
  summary: "Makes tokens of the console for a user of the world, who is not asked",
  body: SessionBody,
  status: 201,
  response: SessionView,
  errors: [problems.user_not_found],
  async handle({ body: { user_id }, http }, deps) {
    const minted = await mintTokens(deps.worldOf(http.req), { userId: user_id });
    if (!minted) throw problems.user_not_found({ id: user_id });
    const client_id = /^APP_USR-(\d+)-/.exec(minted.access_token)?.[1] ?? "";
    return json({ ...minted, token_type: "Bearer" as const, client_id }, { status: 201, headers: unstored });
  },
});

const dayS = 86_400;
const scopes = ["read", "write", "offline_access"] as const;

const TokensBody = z
  .strictObject({
    user_id: bodyId().describe("The user to act for"),
    application_id: bodyId().describe("The application that gets the tokens"),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .default(["read", "write"])
      .describe("What they allow; `offline_access` adds a refresh token"),
    expires_in: z
      .int()
      .min(1)
      .max(30 * dayS)
      .default(dayS / 4)
      .describe("Seconds the access token lives, by the world's clock"),
  })
  .meta({ id: "NewTokens" });

const createTokens = operation({
  id: "createTokens",
  method: "POST",
  path: "/_sandbox/tokens",
  summary: "Makes tokens of any application for any user of the world, who is not asked",
  body: TokensBody,
  status: 201,
  response: SessionView.omit({ client_id: true }).meta({ id: "MintedTokens" }),
  errors: [problems.no_tokens_for],
  async handle({ body: { user_id, application_id, scopes: wanted, expires_in }, http }, deps) {
    const minted = await mintTokens(deps.worldOf(http.req), {
      userId: user_id,
      applicationId: application_id,
      scopes: [...new Set(wanted)],
      lifeSeconds: expires_in,
    });
    if (!minted) throw problems.no_tokens_for({ user: user_id, application: application_id });
    return json({ ...minted, token_type: "Bearer" as const }, { status: 201, headers: unstored });
  },
});

/** How the console gets into a sandbox, and tests get tokens. */
export const access = resource({
  name: "Access",
  description:
    "How the console gets the admin token, and who has that token gets tokens of users, who are not asked",
  fields: SessionView,
  operations: [giveAccess, createSession, createTokens],
});
