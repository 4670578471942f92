import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

interface Holder {
  applicationId: number;
  userId: number;
}

/** What a tag adds in front tells credentials of one installation from those of another. */
const randomText = (tag: string): string =>
  `${tag === "" ? "" : `${tag}_`}${randomBytes(24).toString("hex")}`;

/** A new access token: `APP_USR-<application>-<random>-<user>` (decisions 2.1). */
export const mintAccessToken = ({ applicationId, userId }: Holder, tag: string): string =>
  `APP_USR-${applicationId}-${randomText(tag)}-${userId}`;

/** A new refresh token, or authorization code: `TG-<random>-<user>`. */
export const mintGrantText = ({ userId }: Pick<Holder, "userId">, tag: string): string =>
  `TG-${randomText(tag)}-${userId}`;

/** A new client secret. */
export const mintSecret = (): string => randomBytes(24).toString("base64url");

/** A new webhook secret in the form of Standard Webhooks: `whsec_` and base64. */
export const mintWebhookSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

/** What is stored of a token, a code or a secret: its SHA-256. */
export const hashOf = (text: string): Buffer<ArrayBuffer> => createHash("sha256").update(text).digest();

/** Whether a text has this hash, in a time that does not depend on where they differ. */
export const hasHash = (text: string, hash: Uint8Array): boolean => timingSafeEqual(hashOf(text), hash);
