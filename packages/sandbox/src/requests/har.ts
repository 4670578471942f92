import { STATUS_CODES } from "node:http";
import { utcTimestamp } from "@marketplace/conventions";
import { type Header, headerOf, type Recorded } from "./recorded.ts";
import { type Shown, shownAnswer, shownRequest } from "./request-view.ts";
import { maskParameters } from "./secrets.ts";

interface Origin {
  baseUrl: string;
  version: string;
}

/** An HTTP Archive (HAR 1.2) of requests, piece by piece: all of them together may be long. */
export function* harOf(requests: Iterable<Recorded>, { baseUrl, version }: Origin): Generator<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: "marketplace-sandbox", version })},"entries":[`;
  let separator = "";
  for (const recorded of requests) {
    yield separator + JSON.stringify(entryOf(recorded, baseUrl));
    separator = ",";
  }
  yield "]}}";
}

function entryOf(recorded: Recorded, baseUrl: string) {
  const { startedAt, durationMs, method, target, status = 0 } = recorded;
  const url = baseUrl + maskParameters(target);
  const [request, answer] = [shownRequest(recorded), shownAnswer(recorded)];
  return {
    startedDateTime: utcTimestamp(new Date(startedAt)),
    time: durationMs,
    request: {
      method,
      url,
      ...message(request),
      queryString: queryOf(url),
      ...(request.body && { postData: { mimeType: typeOf(request), text: request.body.text ?? "" } }),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? "",
      ...message(answer),
      content: {
        size: answer.body?.bytes ?? 0,
        mimeType: typeOf(answer),
        ...(answer.body?.text != null && { text: answer.body.text }),
        ...(answer.body?.truncated && { comment: "truncated" }),
      },
      redirectURL: headerOf(answer.headers, "location") ?? "",
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _id: recorded.id,
  };
}

const message = ({ headers, body }: Shown) => ({
  httpVersion: "HTTP/1.1",
  cookies: [],
  headers: headers.map(([name, value]: Header) => ({ name, value })),
  headersSize: -1,
  bodySize: body?.bytes ?? (body ? -1 : 0),
});

const typeOf = ({ headers }: Shown): string =>
  headerOf(headers, "content-type") ?? "application/octet-stream";

const queryOf = (url: string): { name: string; value: string }[] =>
  [...new URLSearchParams(url.split("?")[1] ?? "")].map(([name, value]) => ({ name, value }));
