import { createHash, timingSafeEqual } from "node:crypto";
import type { ChallengeMethod } from "../authorization/grants.repo.ts";

const form = /^[\w.~-]{43,128}$/;

/** Whether a code challenge or verifier has the form RFC 7636 asks for: 43 to 128 unreserved characters. */
export const isPkceText = (text: string): boolean => form.test(text);

/** Whether this verifier belongs to that challenge. */
export function verifies(verifier: string, challenge: string, method: ChallengeMethod): boolean {
  if (!isPkceText(verifier)) return false;
  const derived = method === "S256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  const [given, wanted] = [Buffer.from(derived), Buffer.from(challenge)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
