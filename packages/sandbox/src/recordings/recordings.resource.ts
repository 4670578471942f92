import type { IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { integerParam } from "@marketplace/conventions";
import {
  createCollector,
  InvalidRecording,
  type RecordedResources,
  readRecording,
} from "@marketplace/record";
import { discardRest } from "@marketplace/server";
import { z } from "zod";
import { operation } from "../feature.ts";
import { problems } from "../problems.ts";
import { documentViewOf, WorldDocumentView } from "../worlds/worlds.schema.ts";

/** A recording is read in the memory of the process. */
const maxBytes = 256 * 1024 * 1024;

const RecordedWorld = WorldDocumentView.extend({
  left_out: z
    .array(
      z.object({
        resource: z.string().describe("Path of what was seen, or of its kind"),
        reason: z.string().describe("Why the world does not have it as it was seen"),
      }),
    )
    .describe("What the recording shows and the world does not have"),
}).meta({ id: "RecordedWorld" });

export const importRecording = operation({
  id: "importRecording",
  method: "POST",
  path: "/_sandbox/worlds/recordings",
  summary: "Makes a world out of a recording, with what was seen under its own ids, and tokens for its users",
  query: {
    ttl_seconds: integerParam({ min: 1, max: 86_400 })
      .optional()
      .describe("Seconds until it ends by itself; 3600 if absent"),
  },
  body: z
    .looseObject({
      version: z.literal(1).describe("Of the format of the line"),
      method: z.string().describe("Method of the request"),
      target: z.string().describe("Path and query of the request"),
      status: z.int().describe("Status of the answer"),
    })
    .describe("A request with its answer, as `record` writes it"),
  upload: "application/x-ndjson",
  status: 201,
  response: RecordedWorld,
  errors: [problems.invalid_recording],
  async handle({ query: { ttl_seconds }, http: { req } }, deps) {
    try {
      const recorded = await collected(bodyOf(req));
      const made = await deps.worlds.fromRecording(recorded, { ttlSeconds: ttl_seconds });
      return { ...documentViewOf(made, deps), left_out: made.leftOut };
    } catch (error) {
      throw error instanceof InvalidRecording ? invalid(error) : error;
    } finally {
      discardRest(req);
    }
  },
});

async function collected(body: Readable): Promise<RecordedResources> {
  const collector = createCollector();
  let exchanges = 0;
  for await (const exchange of readRecording(body)) {
    collector.add(exchange);
    exchanges += 1;
  }
  if (exchanges === 0) throw new InvalidRecording(1, "it is empty");
  return collector.result();
}

/** A stream of its own: the request must outlive a body that is refused. */
function bodyOf(req: IncomingMessage): Readable {
  const body = new PassThrough();
  let bytes = 0;
  body.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) body.destroy(new InvalidRecording(0, `it is longer than ${maxBytes} bytes`));
  });
  req.once("close", () => {
    if (!req.complete) body.destroy(new InvalidRecording(0, "it is cut off"));
  });
  return req.pipe(body);
}

const invalid = ({ message, line }: InvalidRecording) =>
  problems.invalid_recording(
    { why: message },
    { cause: [{ code: "invalid_line", message, references: [line > 0 ? `body.${line}` : "body"] }] },
  );
