const encoder = new TextEncoder();
/** Characters that RFC 8187 lets stand unencoded. */
const plain = /[A-Za-z0-9!#$&+.^_`|~-]/;

/** The name that a file is offered under: no path, no control characters, never empty. */
export function safeName(filename: string): string {
  const base = filename.split(/[\\/]/).at(-1) ?? "";
  // Controls, and the marks that turn the direction of text around and so hide an extension.
  const clean = base
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "")
    .trim();
  return clean.replace(/^\.+$/, "") || "fiscal_document";
}

/** `attachment` with the file's name, for old clients in ASCII and for others as it is (RFC 6266). */
export function contentDisposition(filename: string): string {
  const name = safeName(filename);
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const bytes = [...encoder.encode(name)].map((byte) => {
    const character = String.fromCharCode(byte);
    return plain.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return `attachment; filename="${ascii}"; filename*=UTF-8''${bytes.join("")}`;
}
