import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { boundedConcurrency } from "./bounded-concurrency.service.ts";

/** Cost of a hash: KiB of memory, passes over it, lanes. */
interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** Argon2id as OWASP's Password Storage Cheat Sheet recommends it at least: 19 MiB, 2 passes, 1 lane. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/**
 * Hashing takes 19 MiB and a thread of libuv's four for some 50 ms. Two at once leave threads for files and
 * names; 64 more wait, for a second or two.
 */
const bounded = boundedConcurrency({ limit: 2, maxWaiting: 64 });

/** Shortest and longest password that is taken. */
export const passwordLength = { min: 8, max: 128 } as const;

/** What is wrong with a new password; `undefined` for a good one. */
export function passwordIssue(text: string): string | undefined {
  const { min, max } = passwordLength;
  const characters = [...normalized(text)].length;
  return characters < min || characters > max ? `must have ${min} to ${max} characters` : undefined;
}

/** 32 characters that nobody mistakes for each other. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

/** A new random password of 100 bits, made to be read and typed. */
export const mintPassword = (): string =>
  [...randomBytes(20)].map((byte) => alphabet[byte % alphabet.length]).join("");

/** What is stored of a password: argon2id as a PHC string. */
export async function hashPassword(text: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await derive(text, { ...cost, salt, tagBytes });
  return phcOf(cost, salt, tag);
}

/** Hashed against where there is no password, so that an unknown user costs as much time as a known one. */
const nobody: Stored = { ...cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) };

/**
 * Whether a text is the stored password. Without one, or with one that is not readable, it does the same work
 * and is false.
 */
export async function verifyPassword(text: string, phc: string | undefined): Promise<boolean> {
  const stored = phc === undefined ? undefined : storedIn(phc);
  const { tag, ...given } = stored ?? nobody;
  const found = await derive(text, { ...given, tagBytes: tag.length });
  return timingSafeEqual(found, tag) && stored !== undefined;
}

/** Whether a stored password was hashed at another cost than new ones are. */
export function isOutdated(phc: string): boolean {
  const stored = storedIn(phc);
  return stored === undefined || !phc.startsWith(prefixOf(cost));
}

interface Stored extends Cost {
  salt: Buffer;
  tag: Buffer;
}

/** NIST SP 800-63B, 3.1.1.2: one form for what different keyboards send for the same characters. */
const normalized = (text: string): string => text.normalize("NFKC");

function derive(
  text: string,
  { salt, tagBytes: tagLength, ...given }: Cost & { salt: Buffer; tagBytes: number },
): Promise<Buffer> {
  const parameters = { ...given, message: normalized(text), nonce: salt, tagLength };
  return bounded(
    () =>
      new Promise((resolve, reject) => {
        argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
      }),
  );
}

const base64 = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

const prefixOf = ({ memory, passes, parallelism }: Cost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;

const phcOf = (given: Cost, salt: Buffer, tag: Buffer): string =>
  `${prefixOf(given)}${base64(salt)}$${base64(tag)}`;

const phcForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{16,86})$/;

function storedIn(phc: string): Stored | undefined {
  const [, memory, passes, parallelism, salt = "", tag = ""] = phcForm.exec(phc) ?? [];
  if (memory === undefined) return undefined;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}
