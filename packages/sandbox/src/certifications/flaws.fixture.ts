/** What an integration can do wrong, with the check that finds it. */
export const flaws = {
  "answers 202": "acknowledges",
  "is slow": "acknowledges",
  "reads something else": "resource",
  "works before it answers": "acknowledges-first",
  "takes unknown signatures": "signature",
  "needs no signature": "signature",
  "takes old signatures": "stale-timestamp",
  "trusts known signatures": "altered-body",
  "refuses duplicates": "duplicates",
  "refuses what is older": "order",
  "refuses unknown topics": "unknown-parts",
  "refuses unknown fields": "unknown-parts",
  "fails by odd resources": "odd-values",
  "takes 20 at once": "burst",
  "breaks by malformed bodies": "malformed",
  "fails by GET": "other-methods",
  "redirects GET": "other-methods",
  "refuses further attempts": "retry",
  "forgets outages": "missed-feeds",
  "ignores Retry-After": "retry-after",
  "calls in a loop": "back-off",
  "sends no state": "state-pkce",
  "never renews": "refresh",
  "keeps the first refresh token": "keeps-refresh-token",
  "renews twice": "refresh-once",
  "renews at once": "refresh-race",
  "sends tokens in addresses": "token-in-header",
  "asks again after invalid_grant": "invalid-grant",
  "calls without permission": "revocation",
} as const;
export type Flaw = keyof typeof flaws;

/** Whether an integration has a flaw. */
export type Has = (flaw: Flaw) => boolean;
