import type { GatewayDatabase } from "@marketplace/database/gateway";
import type { Clock, Logger, SystemClock } from "@marketplace/server";
import type { Config } from "../config.ts";
import { type KeyedHash, keyedHash } from "../secrets/keyed-hash.ts";
import { type SecretBox, secretBox } from "../secrets/secret-box.ts";
import { type Cookies, cookiesOf } from "./cookies.rules.ts";
import { type CredentialsRepo, createCredentialsRepo } from "./credentials.repo.ts";
import { createOidc, type OidcParts } from "./oidc/deps.ts";
import { createIdentitiesRepo, type IdentitiesRepo } from "./oidc/identities.repo.ts";
import type { SecondFactor } from "./second-factor.policy.ts";
import { createSessionsRepo } from "./sessions.repo.ts";
import { createSessions, type Sessions } from "./sessions.service.ts";
import { createThrottle, type Throttle } from "./throttle.service.ts";
import { createThrottlesRepo } from "./throttles.repo.ts";
import { createTotpRepo, type TotpRepo } from "./totp/totp.repo.ts";
import { type OperatorTotp, totpStep } from "./totp/totp-step.policy.ts";

/** What the sign-in pages work with. */
export interface SignInParts {
  credentials: CredentialsRepo;
  sessions: Sessions;
  throttle: Throttle;
  cookies: Cookies;
  /** Makes the tokens of forms. */
  formHash: KeyedHash;
  /** Who users are at issuers. */
  identities: IdentitiesRepo;
  /** The issuer of people for whom none is named. */
  defaultIssuer: string | undefined;
  /** The sign-in at an issuer; absent unless SIGN_IN is `oidc`. */
  oidc: OidcParts | undefined;
  totp: TotpRepo;
  /** Encrypts the secrets of second factors. */
  totpBox: SecretBox;
  operatorTotp: OperatorTotp;
  /** The step after password or issuer. */
  secondFactor: SecondFactor;
}

interface Surroundings {
  config: Config;
  clock: Clock;
  systemClock: SystemClock;
  log: Logger;
}

/**
 * Builds the parts on the gateway's database. Sessions live in domain time, as tokens do. Attempts are
 * counted in real time, and so is what other machines look at: codes of second factors, and sign-ins at an
 * issuer.
 */
export function createSignIn(
  db: GatewayDatabase,
  { config, clock, systemClock, log }: Surroundings,
): SignInParts {
  const { internalSecret, baseUrl, sessionIdleSeconds, sessionLifetimeSeconds } = config;
  const limits = { idleMs: sessionIdleSeconds * 1_000, lifetimeMs: sessionLifetimeSeconds * 1_000 };
  const transaction = <T>(work: () => Promise<T>): Promise<T> => db.transaction(work);
  const totp = createTotpRepo(db);
  return {
    totp,
    totpBox: secretBox(internalSecret, "second factors"),
    operatorTotp: config.operatorTotp,
    secondFactor: totpStep(totp, config.operatorTotp),
    credentials: createCredentialsRepo(db),
    sessions: createSessions({ repo: createSessionsRepo(db), clock, limits, transaction }),
    throttle: createThrottle({
      repo: createThrottlesRepo(db),
      clock: systemClock,
      hash: keyedHash(internalSecret, "attempts"),
      transaction,
    }),
    identities: createIdentitiesRepo(db),
    defaultIssuer: config.oidcIssuer,
    oidc: createOidc(db, { config, systemClock, log }),
    cookies: cookiesOf(baseUrl),
    formHash: keyedHash(internalSecret, "forms"),
  };
}
