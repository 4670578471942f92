import { hash } from "node:crypto";

/** A strong ETag over the exact bytes of a representation. */
export const strongETag = (bytes: string | Buffer): string => `"${hash("sha1", bytes, "base64url")}"`;

const tags = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? [];
const opaque = (tag: string): string => tag.replace(/^W\//, "");

/** Whether `If-None-Match` names this ETag: `*`, or one of a list, compared weakly (RFC 9110 13.1.2). */
export function matchesETag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || tags(header).some((tag) => opaque(tag) === opaque(etag));
}

/** Whether `If-Match` lets a change through: absent, `*`, or naming the present ETag strongly. */
export function allowsChange(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true;
  return header.trim() === "*" || tags(header).includes(etag);
}
