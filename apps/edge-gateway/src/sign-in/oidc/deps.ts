import type { GatewayDatabase } from "@marketplace/database/gateway";
import type { Logger, SystemClock } from "@marketplace/server";
import type { Config } from "../../config.ts";
import { secretBox } from "../../secrets/secret-box.ts";
import { type OidcSettings, oidcSettingsOf } from "./config.ts";
import { createIssuer, type Issuer } from "./issuer.service.ts";
import { createPendingSignInsRepo, type PendingSignInsRepo } from "./pending-sign-ins.repo.ts";

/** Where the issuer sends browsers back to, below the public address; it is registered there. */
export const callbackPath = "/sign_in/oidc/callback";

/** What the sign-in at an issuer works with. */
export interface OidcParts {
  settings: OidcSettings;
  issuer: Issuer;
  pending: PendingSignInsRepo;
}

/** Builds the parts where SIGN_IN is `oidc`; asks the issuer nothing yet. */
export function createOidc(
  db: GatewayDatabase,
  { config, systemClock: clock, log }: { config: Config; systemClock: SystemClock; log: Logger },
): OidcParts | undefined {
  const settings = oidcSettingsOf(config);
  if (!settings) return undefined;
  const redirectUri = `${config.baseUrl}${callbackPath}`;
  return {
    settings,
    issuer: createIssuer(settings, { redirectUri, clock, log }),
    pending: createPendingSignInsRepo(db, secretBox(config.internalSecret, "sign-ins")),
  };
}
