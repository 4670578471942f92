import type { Authentication, Authenticator, Caller, Conventions, Scope } from "@marketplace/conventions";
import { silentLogger } from "@marketplace/server";
import { fakeClock } from "./clock.ts";

const defaults: Caller = {
  userId: 1_000_000_001,
  applicationId: 7_000_000_001,
  siteId: "MLA",
  scopes: ["read", "write"],
  roles: ["seller"],
};

/** The standard caller (a seller of MLA with read and write), with overrides. */
export const asCaller = (overrides: Partial<Caller> = {}): Authentication => ({
  kind: "caller",
  caller: { ...defaults, ...overrides },
});

/** The callers of most tests; all of site MLA and of one application. */
export const callers = {
  seller: asCaller(),
  otherSeller: asCaller({ userId: 1_000_000_002 }),
  buyer: asCaller({ userId: 1_000_000_003, roles: ["buyer"] }),
  operator: asCaller({ userId: 1_000_000_004, roles: ["operator"] }),
  readOnly: asCaller({ scopes: ["read"] }),
  scopeless: asCaller({ scopes: [] }),
  none: { kind: "none" },
  /** A token that was never issued. */
  invalid: { kind: "invalid" },
} as const satisfies Record<string, Authentication>;

/** The `Authorization` header that `testAuthenticator` reads; `undefined` for a request without a token. */
export function authorizationOf(authentication: Authentication): string | undefined {
  if (authentication.kind === "none") return undefined;
  if (authentication.kind === "invalid") return "Bearer invalid";
  const { userId, scopes, roles, siteId, applicationId } = authentication.caller;
  return `Bearer test:${userId}:${scopes.join(",")}:${roles.join(",")}:${siteId}:${applicationId}`;
}

const listOf = (text: string): string[] => text.split(",").filter((word) => word !== "");
const isScope = (word: string): word is Scope => ["read", "write", "offline_access"].includes(word);

/** Reads `Bearer test:<userId>:<scopes>:<roles>:<site>:<application>`; any other token is invalid. */
export const testAuthenticator: Authenticator = (req) => {
  const header = req.headers.authorization;
  if (header === undefined) return callers.none;
  const [, userId, scopes = "", roles = "", siteId = "", applicationId] =
    /^Bearer test:(\d+):([\w,]*):([\w,]*):([A-Z]*)(?::(\d+))?$/.exec(header) ?? [];
  if (userId === undefined) return callers.invalid;
  return asCaller({
    userId: Number(userId),
    scopes: listOf(scopes).filter(isScope),
    roles: listOf(roles),
    siteId,
    ...(applicationId !== undefined && { applicationId: Number(applicationId) }),
  });
};

/** Parts of a service under test: test tokens, every check on, a silent log, and one clock for both times. */
export const testParts = (clock = fakeClock()) => ({
  log: silentLogger(),
  authenticate: testAuthenticator,
  clock,
  systemClock: clock,
  checks: true,
});

/** Conventions for a service under test: test tokens, every check on, a silent log. */
export const testConventions = (overrides: Partial<Conventions> = {}): Conventions => ({
  authenticate: testAuthenticator,
  log: silentLogger(),
  jsonp: true,
  checks: true,
  ...overrides,
});
