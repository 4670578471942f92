export { WebhookVerificationError } from "standardwebhooks";
export { ApiError, WindowExceeded } from "./api-error.ts";
export {
  type ClientOptions,
  type CodeExchange,
  createClient,
  exchangeCode,
  type MarketplaceClient,
  type Session,
} from "./client.ts";
export type { components, operations, paths } from "./generated/api.ts";
export type { components as SandboxComponents, paths as SandboxPaths } from "./generated/sandbox.ts";
export type { ReadOptions } from "./listing.ts";
export { type Application, OAuthError, type Tokens } from "./oauth.ts";
export type { RetryPolicy } from "./retrying.ts";
export type { Clock, Send } from "./send.ts";
export { type Notification, verifyNotification } from "./webhooks.ts";
