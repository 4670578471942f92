import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

/** The password of a role on the embedded server, derived from the cluster's own secret. */
export function derivedPassword(secret: string, role: string): string {
  return createHmac("sha256", secret).update(`database role ${role}`).digest("hex");
}

/** Printable ASCII. Programs normalize other characters differently, and shells and URLs change them. */
const printable = /^[\x20-\x7e]+$/;

/**
 * What the server keeps of a password (SCRAM-SHA-256, RFC 5803): sent instead of it, so that no statement,
 * and no log of statements, holds it. Throws on characters other than printable ASCII.
 */
export function scramVerifier(password: string, iterations: number): string {
  if (!printable.test(password)) throw new Error("a database password must be of printable ASCII characters");
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const clientKey = hmac(salted, "Client Key");
  const storedKey = createHash("sha256").update(clientKey).digest("base64");
  const serverKey = hmac(salted, "Server Key").toString("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
