import type { Recorded } from "./recorded.ts";
import { shownRequest } from "./request-view.ts";
import { hidden, maskParameters } from "./secrets.ts";

const left = new Set(["host", "connection", "content-length", "transfer-encoding", "accept-encoding"]);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command for a POSIX shell; the token is to be set as `ACCESS_TOKEN`. */
export function curlOf(recorded: Recorded, baseUrl: string): string {
  const { headers, body } = shownRequest(recorded);
  const { method, target } = recorded;
  const words = [
    ["curl", ...(method === "GET" ? [] : ["-X", quoted(method)]), quoted(baseUrl + maskParameters(target))],
    ...headers
      .filter(([name]) => !left.has(name.toLowerCase()))
      .map(([name, value]) => [
        "-H",
        name.toLowerCase() === "authorization" ? bearer(value) : quoted(`${name}: ${value}`),
      ]),
    // Of --data-binary an @ makes the name of a file, which a text may begin with.
    ...(body ? [body.text === null ? ["--data-binary", "@body"] : ["--data-raw", quoted(body.text)]] : []),
  ];
  return `${words.map((line) => line.join(" ")).join(" \\\n  ")}\n`;
}

const bearer = (value: string): string =>
  /^Bearer /i.test(value)
    ? '"Authorization: Bearer $ACCESS_TOKEN"'
    : quoted(`Authorization: ${value.split(" ", 1)[0]} ${hidden}`);
