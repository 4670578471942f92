import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Authenticator, Caller } from "@marketplace/conventions";

/** The admin token of an installation: the same after each restart, because it is made of its secret. */
export const adminTokenOf = (secret: string): string =>
  `SBX-${createHmac("sha256", secret).update("sandbox admin token").digest("base64url")}`;

/** The holder of the admin token, who is no user. */
const administrator: Caller = {
  userId: 0,
  applicationId: 0,
  siteId: "",
  scopes: ["read", "write"],
  roles: [],
};

const bearer = /^Bearer +(\S+) *$/i;

/** Takes the admin token as a Bearer token, and no other credential: users' tokens are invalid here. */
export function administratorOnly(adminToken: string): Authenticator {
  const wanted = Buffer.from(adminToken);
  return ({ headers }: IncomingMessage) => {
    if (headers.authorization === undefined) return { kind: "none" };
    const given = Buffer.from(bearer.exec(headers.authorization)?.[1] ?? "");
    const genuine = given.length === wanted.length && timingSafeEqual(given, wanted);
    return genuine ? { kind: "caller", caller: administrator } : { kind: "invalid" };
  };
}
