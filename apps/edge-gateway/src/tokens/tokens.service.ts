import type { Scope } from "@marketplace/conventions";
import type { Clock } from "@marketplace/server";
import { hashOf, mintAccessToken, mintGrantText } from "./token-text.rules.ts";
import type { Family, TokensRepo } from "./tokens.repo.ts";

/** Seconds an access token lives (decisions 2.1). */
const accessTokenSeconds = 21_600;
const refreshTokenMonths = 6;

/** The answer of `POST /oauth/token`. */
export interface TokenAnswer {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  scope: string;
  user_id: number;
  refresh_token?: string;
}

interface Parts {
  tokens: TokensRepo;
  clock: Clock;
  credentialTag: string;
}

/** What is issued: the access token's scopes, and the whole grant, when that is more. */
interface Issue {
  scopes: readonly Scope[];
  granted?: readonly Scope[];
  /** How long the access token lives, in seconds; as decided when absent. */
  lifeSeconds?: number | undefined;
}

/**
 * Issues an access token of a family, and a refresh token when the grant has `offline_access`. The refresh
 * token carries the whole grant, also when the access token is narrower (RFC 6749, 6).
 */
export async function issueTokens(
  { tokens, clock, credentialTag }: Parts,
  family: Family,
  { scopes, granted = scopes, lifeSeconds = accessTokenSeconds }: Issue,
): Promise<TokenAnswer> {
  const now = clock.now();
  const accessToken = mintAccessToken(family, credentialTag);
  const refreshToken = granted.includes("offline_access") ? mintGrantText(family, credentialTag) : undefined;
  const familyId = family.id;
  const accessExpiry = new Date(now.getTime() + lifeSeconds * 1_000);
  const access = {
    familyId,
    scopes,
    kind: "access" as const,
    hash: hashOf(accessToken),
    expiresAt: accessExpiry,
  };
  const refresh = refreshToken && {
    familyId,
    scopes: granted,
    kind: "refresh" as const,
    hash: hashOf(refreshToken),
    expiresAt: monthsLater(now),
  };
  await tokens.add(refresh ? [access, refresh] : [access]);
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: lifeSeconds,
    scope: scopes.join(" "),
    user_id: family.userId,
    ...(refreshToken && { refresh_token: refreshToken }),
  };
}

function monthsLater(date: Date): Date {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + refreshTokenMonths);
  return later;
}
