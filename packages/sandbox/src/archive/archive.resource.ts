import type { IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { integerParam, stream } from "@marketplace/conventions";
import { discardRest } from "@marketplace/server";
import { z } from "zod";
import { operation } from "../feature.ts";
import { problems } from "../problems.ts";
import { documentViewOf, WorldDocumentView } from "../worlds/worlds.schema.ts";
import { ArchiveRefused } from "./archive-refused.ts";

export const exportWorld = operation({
  id: "exportWorld",
  method: "GET",
  path: "/_sandbox/worlds/{id}/export",
  summary: "Packs a world as it is now into one archive: databases, files and clock; tokens stay out",
  example: "/_sandbox/worlds/default/export",
  params: { id: z.string().describe("Id of the world") },
  file: "application/gzip",
  errors: [problems.world_not_found],
  async handle({ params: { id } }, { worlds }) {
    const archive = await worlds.export(id);
    const headers = { "Content-Disposition": `attachment; filename="${id}.tar.gz"` };
    return stream(archive, { contentType: "application/gzip", headers });
  },
});

export const importWorld = operation({
  id: "importWorld",
  method: "POST",
  path: "/_sandbox/worlds/import",
  summary: "Makes a world out of an archive of this release, with tokens of its own",
  query: {
    ttl_seconds: integerParam({ min: 1, max: 86_400 })
      .optional()
      .describe("Seconds until it ends by itself; 3600 if absent"),
  },
  body: z.string().describe("What an export answered").meta({ format: "binary" }),
  upload: "application/gzip",
  status: 201,
  response: WorldDocumentView,
  errors: [problems.invalid_archive],
  async handle({ query: { ttl_seconds }, http: { req } }, deps) {
    try {
      const made = await deps.worlds.import(bodyOf(req), { ttlSeconds: ttl_seconds });
      return documentViewOf(made, deps);
    } catch (error) {
      throw error instanceof ArchiveRefused ? problemOf(error) : error;
    } finally {
      discardRest(req);
    }
  },
});

/** A stream of its own: the request must outlive a body that is refused. */
function bodyOf(req: IncomingMessage): Readable {
  const body = new PassThrough();
  req.once("close", () => {
    if (!req.complete) body.destroy(new ArchiveRefused("cut_off", "the archive is cut off"));
  });
  return req.pipe(body);
}

const problemOf = ({ code, message, entry }: ArchiveRefused) =>
  problems.invalid_archive(
    { why: message },
    { cause: [{ code, message, references: [entry === undefined ? "body" : `body.${entry}`] }] },
  );
