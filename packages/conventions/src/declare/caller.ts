import type { IncomingMessage } from "node:http";

/** What a token may do; `offline_access` only lets an application receive refresh tokens. */
export type Scope = "read" | "write" | "offline_access";

/** The user and the application of an access token, as the gateway established them. */
export interface Caller {
  userId: number;
  /** The application the token was issued to. */
  applicationId: number;
  siteId: string;
  scopes: readonly Scope[];
  roles: readonly string[];
}

/** The result of a look at the token of a request, before any rule of a resource. */
export type Authentication =
  /** With `reads`, it may call what an operation lets anybody read. */
  | { kind: "none"; reads?: true | undefined }
  /** Unknown without a reason. */
  | { kind: "invalid"; reason?: "expired" | "revoked" | undefined }
  | { kind: "caller"; caller: Caller };

/** The caller of a read without a token: nobody's id, no role. */
export const nobody: Caller = { userId: 0, applicationId: 0, siteId: "", scopes: ["read"], roles: [] };

/** Identifies the caller of a request. How it does so depends on the shape of the deployment. */
export type Authenticator = (req: IncomingMessage) => Authentication;

/** Operators moderate and may read what belongs to others (decisions 2.4). */
export const isOperator = (caller: Caller): boolean => caller.roles.includes("operator");
