import { timingSafeEqual } from "node:crypto";
import type { KeyedHash } from "../secrets/keyed-hash.ts";

/** Whose form it is: of a browser that nobody is signed in with, or of a session. */
export type FormOwner = { browser: string } | { session: string };

/** The name of the field. */
export const formTokenField = "form_token";

const textOf = (owner: FormOwner): string =>
  "session" in owner ? `session ${owner.session}` : `browser ${owner.browser}`;

/**
 * The token against cross-site request forgery in a form: a keyed hash of what the browser's cookie names. It
 * needs no storage, and is worth nothing in another browser or session.
 */
export const formTokenOf = (hash: KeyedHash, owner: FormOwner): string => hash(textOf(owner));

/** Whether the token that came with a form is its owner's. */
export function isFormToken(hash: KeyedHash, owner: FormOwner, token: string | undefined): boolean {
  const expected = Buffer.from(formTokenOf(hash, owner));
  const given = Buffer.from(token ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
