const encoder = new TextEncoder();
/** Characters that RFC 8187 does not encode. */
const plain = /[A-Za-z0-9!#$&+.^_`|~-]/;

/** A safe file name: no path, no control characters; `otherwise` when nothing is left. */
export function safeName(filename: string, otherwise = "file"): string {
  const base = filename.split(/[\\/]/).at(-1) ?? "";
  // Control characters, and marks that reverse the direction of text and so hide an extension.
  const clean = base
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "")
    .trim();
  return clean.replace(/^\.+$/, "") || otherwise;
}

/** `attachment` with the file's name, in ASCII for old clients and in UTF-8 (RFC 6266). */
export function contentDisposition(filename: string, otherwise?: string): string {
  const name = safeName(filename, otherwise);
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const bytes = [...encoder.encode(name)].map((byte) => {
    const character = String.fromCharCode(byte);
    return plain.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return `attachment; filename="${ascii}"; filename*=UTF-8''${bytes.join("")}`;
}
