import type { IncomingMessage } from "node:http";

/** What a token may do; `offline_access` only lets an application receive refresh tokens. */
export type Scope = "read" | "write" | "offline_access";

/** Who calls, as the gateway established it from the access token. */
export interface Caller {
  userId: number;
  /** The application the token was issued to. */
  applicationId: number;
  siteId: string;
  scopes: readonly Scope[];
  roles: readonly string[];
}

/** The outcome of looking at a request's token, before any rule of a resource is applied. */
export type Authentication = { kind: "none" } | { kind: "invalid" } | { kind: "caller"; caller: Caller };

/** Tells a service who calls; how it knows depends on the shape of the deployment. */
export type Authenticator = (req: IncomingMessage) => Authentication;

/** Operators moderate and may read what belongs to others (decisions 2.4). */
export const isOperator = (caller: Caller): boolean => caller.roles.includes("operator");
