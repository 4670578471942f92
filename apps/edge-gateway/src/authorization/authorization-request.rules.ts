import type { Scope } from "@marketplace/conventions";
import { Problem } from "@marketplace/conventions";
import { z } from "zod";
import { type Application, isUsable } from "../applications/applications.repo.ts";
import { mayRedirect } from "../applications/redirect-uri.rules.ts";
import { type Parameters, parametersIn } from "../oauth/parameters.rules.ts";
import { isPkceText } from "../oauth/pkce.rules.ts";
import { grantedScopes } from "../oauth/scopes.policy.ts";
import type { ChallengeMethod } from "./grants.repo.ts";

/** What an application asks a user for. */
export interface AuthorizationRequest {
  application: Application;
  redirectUri: string;
  state: string | undefined;
  scopes: Scope[];
  challenge: { text: string; method: ChallengeMethod } | undefined;
}

/** A request that a user can decide on. */
export interface Asked {
  kind: "asked";
  request: AuthorizationRequest;
  /** Its parameters, as the pages carry them on. */
  parameters: Parameters;
}

/**
 * `refused`: the client or its redirect URI is uncertain, so the browser is not redirected. `returned`: the
 * application is told by redirect (RFC 6749, 4.1.2.1).
 */
export type Reading =
  | Asked
  | { kind: "refused"; reason: string }
  | { kind: "returned"; redirectUri: string; state: string | undefined; error: string; reason: string };

/** The parameters that travel from the application's link through the pages. */
export const requestFields = {
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
const requestNames = Object.keys(requestFields);
const identifying = ["client_id", "redirect_uri"];
const remaining = requestNames.filter((name) => !identifying.includes(name));

type Pairs = readonly (readonly [string, string])[];
/** An address of our own with the parameters of a request. */
export const addressWith = (path: string, parameters: Parameters): string =>
  `${path}?${new URLSearchParams([...parameters])}`;

/** Whether any parameter of an authorization request is there. */
const hasRequest = (pairs: Pairs): boolean =>
  pairs.some(([name, value]) => value !== "" && requestNames.includes(name));

type FindApplication = (id: number) => Promise<Application | undefined>;

/** Reads an authorization request and ignores unknown parameters. */
export async function readRequest(pairs: Pairs, find: FindApplication): Promise<Reading> {
  const who = attempt(() => parametersIn(pairs, identifying));
  if (who instanceof Problem) return { kind: "refused", reason: who.message };
  const clientId = who.get("client_id");
  const application = /^\d{1,16}$/.test(clientId ?? "") ? await find(Number(clientId)) : undefined;
  if (!application) return { kind: "refused", reason: "The client_id is missing or names no application" };
  if (!isUsable(application)) return { kind: "refused", reason: "The application is disabled" };
  const redirectUri = who.get("redirect_uri");
  if (redirectUri === undefined || !mayRedirect(application, redirectUri))
    return {
      kind: "refused",
      reason: "The redirect_uri is missing or not one that the application registered",
    };
  return readDetails(pairs, { application, redirectUri });
}

/** The authorization request that is to go on after a sign-in; `undefined` without one. */
export const readTarget = async (pairs: Pairs, find: FindApplication): Promise<Reading | undefined> =>
  hasRequest(pairs) ? readRequest(pairs, find) : undefined;

function readDetails(
  pairs: Pairs,
  { application, redirectUri }: Pick<AuthorizationRequest, "application" | "redirectUri">,
): Reading {
  const states = pairs.filter(([name, value]) => name === "state" && value !== "");
  const state = states.length === 1 ? states[0]?.[1] : undefined;
  const returned = (error: string, reason: string): Reading => ({
    kind: "returned",
    redirectUri,
    state,
    error,
    reason,
  });
  const parameters = attempt(() => parametersIn(pairs, remaining));
  if (parameters instanceof Problem) return returned(parameters.error, parameters.message);
  if (!parameters.has("response_type")) return returned("invalid_request", "response_type is required");
  if (parameters.get("response_type") !== "code")
    return returned("unsupported_response_type", "The response_type must be code");
  if (!application.grant_types.includes("authorization_code"))
    return returned("unauthorized_client", "The application may not ask for codes");
  const scopes = attempt(() => grantedScopes(parameters.get("scope"), application.scopes));
  if (scopes instanceof Problem) return returned(scopes.error, scopes.message);
  const challenge = challengeIn(parameters, application.builtin !== null);
  if (typeof challenge === "string") return returned("invalid_request", challenge);
  const complete = new Map([
    ...parameters,
    ["client_id", String(application.id)],
    ["redirect_uri", redirectUri],
  ] as const);
  return {
    kind: "asked",
    request: { application, redirectUri, state, scopes, challenge },
    parameters: complete,
  };
}

/** The PKCE challenge; a text when it cannot be used. Without a method it is `plain` (RFC 7636, 4.3). */
function challengeIn(parameters: Parameters, isPublic: boolean): AuthorizationRequest["challenge"] | string {
  const text = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method") ?? "plain";
  if (method !== "plain" && method !== "S256") return "The code_challenge_method must be S256 or plain";
  if (isPublic && (text === undefined || method !== "S256"))
    return "The application has no secret: code_challenge is required, with code_challenge_method S256";
  if (text === undefined)
    return parameters.has("code_challenge_method") ? "code_challenge is required with its method" : undefined;
  if (!isPkceText(text)) return "The code_challenge must be 43 to 128 letters, digits, -, ., _ and ~";
  return { text, method };
}

function attempt<T>(work: () => T): T | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
