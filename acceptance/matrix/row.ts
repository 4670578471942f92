import type { Person } from "../api/world.ts";

/** Tokens that are never accepted. */
export const badTokens = ["none", "malformed", "unknown", "expired", "revoked", "wrongScope"] as const;
export type BadToken = (typeof badTokens)[number];

/**
 * Users with a valid token. The seller owns the subject of the request, the buyer has bought or asked, the
 * other has done neither.
 */
export const roles = ["other", "buyer", "seller", "operator", "moderated"] as const;
export type Role = (typeof roles)[number];

/** A status, and for errors its code: `200`, `403 forbidden`. */
export type Outcome = `${number}` | `${number} ${string}`;

/** The request of a role. `as` replaces the demo's user when the subject belongs to another user. */
export interface Call {
  path: string;
  body?: unknown;
  as?: Person;
}

/** How a route answers bad tokens: one of the classes of decisions 1.3 and 1.4. */
export const refusals = {
  /** Needs no token and ignores a given one. */
  public: undefined,
  read: standard("read"),
  write: standard("write"),
  /** Flex of items and assignments: spec, Authentication 6. */
  flexRead: flex("read"),
  flexWrite: flex("write"),
} satisfies Record<string, Refusal | undefined>;

export interface Refusal {
  needs: "read" | "write";
  outcomes: Record<BadToken, Outcome>;
}

/**
 * One route: method and template as in /openapi.json, its class, the expected answer of each role, and the
 * request.
 */
export interface Row {
  route: string;
  refusal: keyof typeof refusals;
  /** `else` is the answer of all roles that are not named. */
  roles: Partial<Record<Role, Outcome>> & { else: Outcome };
  call: (role: Role) => Call | Promise<Call>;
}

function standard(needs: Refusal["needs"]): Refusal {
  const invalid = "401 invalid_token";
  const badly = { malformed: invalid, unknown: invalid, expired: invalid, revoked: invalid } as const;
  return { needs, outcomes: { none: "403 access_token_not_granted", ...badly, wrongScope: "403 forbidden" } };
}

function flex(needs: Refusal["needs"]): Refusal {
  const wrong = "403 forbidden";
  const badly = { malformed: wrong, unknown: wrong, expired: wrong, revoked: wrong } as const;
  return {
    needs,
    outcomes: { none: "403 access_token_not_granted", ...badly, wrongScope: "401 unauthorized" },
  };
}

export const anybody = { else: "200" } as const;
/** The owner may; all others get 403. */
export const onlySeller = { else: "403 forbidden", seller: "200" } as const;
/** Operators may; all others get 403. */
export const onlyOperator = (success: Outcome) => ({ else: "403 forbidden", operator: success }) as const;
