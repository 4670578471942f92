import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts small secrets for the database. */
export interface SecretBox {
  seal(text: string): Buffer<ArrayBuffer>;
  /** The text; throws when the box was sealed under another key or changed since. */
  open(box: Uint8Array): string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** What a box holds; each kind has a key of its own. */
type SecretKind = "webhook secrets" | "stored answers" | "sign-ins" | "second factors";

/** AES-256-GCM under a key derived from the deployment's secret: nonce, tag, ciphertext (decisions 2.1). */
export function secretBox(internalSecret: string, kind: SecretKind): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", internalSecret, "", `marketplace ${kind}`, 32));
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(box) {
      const bytes = Buffer.from(box);
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
  };
}
