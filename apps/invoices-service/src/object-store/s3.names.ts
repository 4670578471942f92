/**
 * Object names are keys with everything escaped that some S3 server or client refuses, trims or misreads: `=` and two hex
 * digits stand for one such byte. Letters, digits, `-`, `_` and plain `a/b.c` stay readable, as does all beyond ASCII.
 * The escape of a byte depends on the bytes before it only, so the name of a prefix is a prefix of the names.
 */
const PLAIN = /^[\p{L}\p{N}_-]$/u;
const LETTER = /^[A-Za-z]$/;

/** Some servers keep each part between slashes as a file name, of at most 255 bytes; `=/` breaks a longer one. */
const SEGMENT_BYTES = 200;
const BREAK = "=/";

/** The longest name that S3 takes, in bytes. */
const MAX_NAME_BYTES = 1024;

/** Gives the name that stands for a key, or for the beginning of one. */
export function nameOf(key: string): string {
  let name = "";
  let segment = 0;
  for (const character of key) {
    if (segment >= SEGMENT_BYTES) {
      name += BREAK;
      segment = 0;
    }
    const next = isPlain(character, name) ? character : escaped(character);
    name += next;
    segment = next === "/" ? 0 : segment + Buffer.byteLength(next);
  }
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new TypeError(
      `an object key with this many special characters is at most ${MAX_NAME_BYTES} bytes once escaped`,
    );
  }
  return name;
}

/** Gives the key that a name stands for. */
export function keyOf(name: string): string {
  const percent = encodeURIComponent(name.replaceAll(BREAK, "")).replaceAll("%3D", "%");
  return decodeURIComponent(percent);
}

function isPlain(character: string, before: string): boolean {
  // A name that begins like a number is read as one by the client's XML parser ("007" would come back as 7).
  if (before === "") return LETTER.test(character);
  if (PLAIN.test(character)) return true;
  // Never an empty part, "." or "..": servers with folders resolve or refuse those.
  const follows = PLAIN.test(before.at(-1) ?? "");
  return follows && (character === "/" || character === ".");
}

function escaped(character: string): string {
  return Array.from(
    Buffer.from(character),
    (byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}
