import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { common, stream } from "@marketplace/conventions";
import { operation, resource } from "../kit.ts";
import { BulkItemResult, NewItemLine } from "./bulk-items.schema.ts";
import { listItems } from "./bulk-items.service.ts";

const ndjson = "application/x-ndjson";

export const bulkItemsResource = resource({
  name: "Bulk items",
  description: "Many new items in one request: a line of JSON for each, and a line of JSON for each answer",
  fields: BulkItemResult,
  related: ["/items", "/items/{id}", "/items/validate"],
  connections: { id: "/items/{id}" },
  operations: [
    operation({
      id: "createItems",
      method: "POST",
      path: "/items/bulk",
      summary: "Lists many items: a body of POST /items on each line, answered line by line",
      body: NewItemLine,
      upload: ndjson,
      file: ndjson,
      response: BulkItemResult,
      mask: "none",
      creates: "in parts",
      changes: ["titles"],
      errors: [common.unsupported_media_type],
      handle({ caller, oncePerPart, http: { req } }, deps) {
        const blocks = listItems({ source: linesOf(req), caller, oncePerPart }, deps);
        return stream(Readable.from(resultsOf(blocks)), { contentType: ndjson });
      },
    }),
  ],
});

async function* resultsOf(blocks: ReturnType<typeof listItems>): AsyncGenerator<string> {
  for await (const { results } of blocks) yield results;
}

const mediaTypes = /^application\/(?:x-)?(?:ndjson|jsonl|json-lines|jsonlines)\s*(?:;|$)/i;

/** The body, inflated; throws 415 for another media type or encoding, 400 for bytes that are no gzip. */
function linesOf(req: Readable & { headers: Record<string, unknown> }): AsyncIterable<Buffer> {
  const { "content-type": type = ndjson, "content-encoding": encoding = "identity" } = req.headers;
  if (!mediaTypes.test(String(type))) throw common.unsupported_media_type({ expected: ndjson });
  // RFC 9110, 8.4.1: whatever the case, and gzip has an older name.
  const coding = String(encoding).toLowerCase();
  if (coding === "identity") return req;
  if (coding === "gzip" || coding === "x-gzip") return inflate(req);
  throw common.unsupported_media_type({
    expected: `${ndjson} plain, or with gzip as its Content-Encoding`,
  });
}

async function* inflate(req: Readable): AsyncGenerator<Buffer> {
  const inflated = createGunzip();
  req.on("error", (error) => inflated.destroy(error));
  try {
    yield* req.pipe(inflated);
  } catch (error) {
    throw req.errored ? error : common.bad_request({ message: "The body is not valid gzip" });
  }
}
