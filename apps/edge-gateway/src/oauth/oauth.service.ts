import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Problem } from "@marketplace/conventions";
import { type Application, type GrantType, grantTypes } from "../applications/applications.repo.ts";
import type { Deps } from "../deps.ts";
import { tokensIssued } from "../tokens/token-events.rules.ts";
import { issueTokens, type TokenAnswer } from "../tokens/tokens.service.ts";
import { authenticateClient, claimedCredentials } from "./client-authentication.service.ts";
import { exchangeCode } from "./exchange-code.service.ts";
import { oauthProblems } from "./oauth.problems.ts";
import type { Parameters } from "./parameters.rules.ts";
import { refreshTokens } from "./refresh-tokens.service.ts";
import { grantedScopes } from "./scopes.policy.ts";
import { admitTokenRequest } from "./token-limit.policy.ts";

/** Gives an application tokens for what it presents (decisions 2.2). */
export async function grantTokens(
  deps: Deps,
  req: IncomingMessage,
  parameters: Parameters,
): Promise<TokenAnswer> {
  await admitTokenRequest(deps, req, claimedCredentials(req, parameters));
  const grantType = parameters.get("grant_type");
  if (grantType === undefined) throw oauthProblems.invalid_request({ reason: "grant_type is required" });
  if (!isGrantType(grantType)) throw oauthProblems.unsupported_grant_type();
  const application = await provenClient(deps, req, parameters);
  if (!application.grant_types.includes(grantType)) throw oauthProblems.unauthorized_client();
  return flows[grantType](deps, application, parameters);
}

/** The client, which counts for itself from now on; see `admitTokenRequest`. */
async function provenClient(deps: Deps, req: IncomingMessage, parameters: Parameters): Promise<Application> {
  const claimed = claimedCredentials(req, parameters) ?? { id: undefined, secret: undefined };
  try {
    const application = await authenticateClient(deps, req, parameters);
    // Anybody can name a client without a secret: such requests count for their address.
    if (claimed.secret !== undefined) deps.provenClients.add(claimed);
    return application;
  } catch (error) {
    if (error instanceof Problem) deps.provenClients.delete(claimed);
    throw error;
  }
}

const isGrantType = (text: string): text is GrantType => grantTypes.some((type) => type === text);

type Flow = (deps: Deps, application: Application, parameters: Parameters) => Promise<TokenAnswer>;

const flows: Record<GrantType, Flow> = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  client_credentials: actForOwner,
};

/** The application acts for its owner. */
async function actForOwner(
  deps: Deps,
  application: Application,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const { id: applicationId, owner_id: userId } = application;
  if (userId === null) throw oauthProblems.unauthorized_client();
  const scopes = grantedScopes(parameters.get("scope"), application.scopes);
  const family = { id: randomUUID(), applicationId, userId };
  return deps.transaction(async () => {
    if (!(await deps.tokens.createFamily(family))) throw oauthProblems.unauthorized_client();
    await deps.audit.record(tokensIssued(family, { grantType: "client_credentials", scopes }));
    return issueTokens(deps, family, { scopes });
  });
}
