import type { WorldDocument } from "./document.ts";
import { type Access, requestOf } from "./lab.ts";

/** A world as one file. A Blob is read while it is sent. */
export type Archive = Uint8Array<ArrayBuffer> | Blob;

export async function exportWorld(access: Access, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await requestOf(access, { method: "GET", path: `/worlds/${id}/export` });
  return new Uint8Array(await answer.arrayBuffer());
}

export async function importWorld(
  access: Access,
  archive: Archive,
  ttlSeconds: number | undefined,
): Promise<WorldDocument> {
  const query = ttlSeconds === undefined ? "" : `?ttl_seconds=${ttlSeconds}`;
  const headers = { "Content-Type": "application/gzip" };
  const sent = { method: "POST", path: `/worlds/import${query}`, headers, body: archive } as const;
  return (await requestOf(access, sent)).json() as Promise<WorldDocument>;
}
