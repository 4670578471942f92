export { adoptIdentities, unexportedTables } from "./adopt.ts";
export { createApp, createInternalApp, type MintTokens, type Shown } from "./app.ts";
export { commandLine, viewOf as applicationViewOf } from "./applications/applications.policy.ts";
export {
  ApplicationChanges,
  deliveredTopics,
  NewApplication,
  SecretRotation,
} from "./applications/applications.schema.ts";
export { changeApplication, createApplication, rotateSecret } from "./applications/applications.service.ts";
export { withdraw } from "./authorization/authorization.service.ts";
export { asCommandLine } from "./command-line/as-command-line.service.ts";
export { bootstrap } from "./command-line/bootstrap.service.ts";
export { type Config, readConfig } from "./config.ts";
export { type Clients, createDeps, type Deps, type Parts } from "./deps.ts";
export { dueWorkOf } from "./due.service.ts";
export type { Upstreams } from "./edge/edge.ts";
export { forwarded } from "./edge/forwarded.ts";
export { type ServiceName, serviceOf } from "./edge/route-table.ts";
export { mounted, type Upstream } from "./edge/upstream.ts";
export { readSandbox, Sandbox } from "./front-page/sandbox.schema.ts";
export { type GatewayProcess, runGateway, type Surroundings } from "./gateway-process.service.ts";
export { startJobs } from "./jobs.ts";
export { prepareQueue } from "./notifications/delivery.job.ts";
export type { SendNotification } from "./notifications/http-sender.service.ts";
export { oauthProblems } from "./oauth/oauth.problems.ts";
export { oauthHelp, oidcHelp, problemHelp, totpHelp } from "./problems.help.ts";
export { problems } from "./problems.ts";
export { type Credentials, reissueCredentials } from "./reissue.service.ts";
export { resources } from "./resources.ts";
export type { ChangeFeed } from "./response-cache/response-cache.ts";
export { gatewayRpc, identityRpc } from "./rpc.ts";
export { type SeededIdentity, seedDemo, seedOperator } from "./seed.ts";
export { seedRecorded } from "./seed-recorded.ts";
export { identityViewOf, NewIdentity } from "./sign-in/oidc/identities.schema.ts";
export { linkIdentity, namedIdentity, unlinkIdentity } from "./sign-in/oidc/identities.service.ts";
export { oidcProblems } from "./sign-in/oidc/oidc.problems.ts";
export { defaultSignIn, type SignIn, signInVariable } from "./sign-in/sign-in.policy.ts";
export { totpProblems } from "./sign-in/totp/totp.problems.ts";
export { removeTotp } from "./sign-in/totp/totp.service.ts";
export { revokeAllTokens, revokeTokens } from "./tokens/revocation.service.ts";
export { viewOf as tokenFamilyViewOf } from "./tokens/tokens.schema.ts";
export { managedViewOf } from "./users/administration.policy.ts";
export type { ManagedUser } from "./users/administration.repo.ts";
export { NewManagedUser, Password, UserChanges, userStatuses } from "./users/administration.schema.ts";
export { addUser, changeUser, prepareUser, setPassword } from "./users/administration.service.ts";
