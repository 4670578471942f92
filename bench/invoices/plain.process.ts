import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { serveParent } from "./child.ts";

// The baseline: node:http writes each body to a file. No form, no token, no database, no fsync.
const dir = process.env.DIR ?? ".";
const server = createServer(async (req, res) => {
  await pipeline(req, createWriteStream(join(dir, randomUUID())));
  res.end("{}");
});
server.listen(0, "127.0.0.1", () => serveParent(server));
process.on("SIGTERM", () => process.exit(0));
