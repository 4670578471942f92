import type { Resource } from "@marketplace/conventions";
import { applications } from "./applications/applications.resource.ts";
import { auditEvents } from "./audit/audit.resource.ts";
import { authorization } from "./authorization/authorization.resource.ts";
import { grantedApplications } from "./authorization/granted-applications.resource.ts";
import type { Deps } from "./deps.ts";
import { type DocumentationDeps, documentation } from "./documentation/documentation.resource.ts";
import { missedFeeds } from "./notifications/missed-feeds.resource.ts";
import { oauth } from "./oauth/oauth.resource.ts";
import { operations } from "./operations/operations.resource.ts";
import { identities } from "./sign-in/oidc/identities.resource.ts";
import { oidcSignIn } from "./sign-in/oidc/oidc.resource.ts";
import { signIn } from "./sign-in/sign-in.resource.ts";
import { secondFactors } from "./sign-in/totp/totp.resource.ts";
import { secondStep } from "./sign-in/totp/totp-page.resource.ts";
import { tokens } from "./tokens/tokens.resource.ts";
import { userAddresses } from "./users/user-addresses.resource.ts";
import { users } from "./users/users.resource.ts";

/** What the gateway answers itself. */
export const resources: readonly Resource<Deps & DocumentationDeps>[] = [
  users,
  userAddresses,
  applications,
  authorization,
  signIn,
  oidcSignIn,
  identities,
  secondStep,
  secondFactors,
  grantedApplications,
  tokens,
  oauth,
  missedFeeds,
  auditEvents,
  operations,
  documentation,
];
