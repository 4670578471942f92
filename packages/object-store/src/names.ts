/**
 * Escapes keys to names that every store accepts. `=` and two hex digits stand for one byte, as `%` does in a
 * URL. Both escapes are reversed by `keyOf`.
 */
const PLAIN_IN_S3 = /^[\p{L}\p{N}_-]$/u;
const LETTER = /^[A-Za-z]$/;

/**
 * Gives the file name of a key: lower-case ASCII letters, digits, `-` and `_` stay. Upper-case letters are
 * escaped because some file systems ignore case, and everything else because some file systems refuse or
 * normalize it.
 */
export function fileNameOf(key: string): string {
  return key.replaceAll(/[^a-z0-9_-]/gu, escaped);
}

/** Tells whether a name is one that `fileNameOf` gives. */
export function isFileName(name: string): boolean {
  try {
    return /^(?:[a-z0-9_-]|=[0-9A-F]{2})+$/.test(name) && fileNameOf(keyOf(name)) === name;
  } catch {
    // The escapes are no UTF-8.
    return false;
  }
}

/**
 * Gives the S3 object name of a key, or of the beginning of one. It escapes what some S3 server or client
 * refuses, trims or misreads. The escape of a byte depends on the bytes before it only, so the name of a
 * prefix is a prefix of the names.
 */
export function objectNameOf(key: string): string {
  let name = "";
  for (const character of key) name += isPlain(character, name) ? character : escaped(character);
  return name;
}

/** Gives the key of a file name or an S3 object name. */
export function keyOf(name: string): string {
  return decodeURIComponent(encodeURIComponent(name).replaceAll("%3D", "%"));
}

function isPlain(character: string, before: string): boolean {
  // The client's XML parser reads a name that begins like a number as one: "007" would come back as 7.
  if (before === "") return LETTER.test(character);
  if (PLAIN_IN_S3.test(character)) return true;
  // Never an empty part, "." or "..": servers with folders resolve or refuse those.
  const follows = PLAIN_IN_S3.test(before.at(-1) ?? "");
  return follows && (character === "/" || character === ".");
}

function escaped(character: string): string {
  return Array.from(
    Buffer.from(character),
    (byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}
