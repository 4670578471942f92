// Nothing but node:http: the same answer to everything.
import { serveParent } from "../serve-parent.ts";

interface Fixed {
  headers: [string, string][];
  /** Base64. */
  body: string;
}

process.once("message", ({ headers, body: encoded }: Fixed) => {
  const body = Buffer.from(encoded, "base64");
  const flat = headers.flat();
  serveParent((_req, res) => void res.writeHead(200, flat).end(body));
});
