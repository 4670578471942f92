// Bare node:http: sends prepared answers in turn, whatever the request.
import { serveParent } from "../serve-parent.ts";

interface Fixed {
  headers: [string, string][];
  /** Base64. */
  body: string;
}

process.once("message", (fixed: Fixed[]) => {
  const answers = fixed.map(({ headers, body }) => ({
    headers: headers.flat(),
    body: Buffer.from(body, "base64"),
  }));
  let next = 0;
  serveParent((_req, res) => {
    const answer = answers[next];
    next = (next + 1) % answers.length;
    res.writeHead(200, answer?.headers).end(answer?.body);
  });
});
