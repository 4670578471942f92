import { utcTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import { hasStatus } from "../status.ts";
import { tokenFacts } from "../token-facts.ts";
import { type KeptBody, textOf } from "./kept-body.ts";
import { answerHeadersOf, type Header, headerOf, type Recorded, requestHeadersOf } from "./recorded.ts";
import type { BodyView, RequestDetails, RequestFilters, RequestView } from "./requests.schema.ts";
import { maskBody, maskHeader, maskParameters } from "./secrets.ts";

/** Whom the token of a request names; the token may be invalid all the same. */
export function holderOf(recorded: Recorded): ReturnType<typeof tokenFacts> {
  const authorization = headerOf(requestHeadersOf(recorded), "authorization");
  return tokenFacts({ headers: { authorization }, url: recorded.target });
}

/** Whether a request is one that the filters ask for. */
export function isWanted(recorded: Recorded, filters: RequestFilters): boolean {
  const { since, status, path, method, application, except_application: except, except_page: page } = filters;
  return (
    (since === undefined || recorded.startedAt >= since.getTime()) &&
    (method === undefined || recorded.method === method) &&
    (path === undefined || recorded.path.startsWith(path)) &&
    (status === undefined || hasStatus(recorded.status, status)) &&
    (application === undefined || holderOf(recorded).applicationId === application) &&
    (except === undefined || holderOf(recorded).applicationId !== except) &&
    (page === undefined || !isLoadedFor(recorded, page))
  );
}

/** Whether a page of this host under the path had it loaded, as browsers say. */
function isLoadedFor(recorded: Recorded, page: string): boolean {
  const headers = requestHeadersOf(recorded);
  if (headerOf(headers, "sec-fetch-site") !== "same-origin") return false;
  const from = URL.parse(headerOf(headers, "referer") ?? "")?.pathname;
  return from === page || (from?.startsWith(`${page.replace(/\/$/, "")}/`) ?? false);
}

export function viewOf(recorded: Recorded): z.output<typeof RequestView> {
  const { id, method, target, status = null, complete, startedAt, durationMs, replayOf = null } = recorded;
  const { applicationId = null, userId = null } = holderOf(recorded);
  return {
    id,
    method,
    target: maskParameters(target),
    status,
    complete,
    started_at: utcTimestamp(new Date(startedAt)),
    duration_ms: Math.round(durationMs * 100) / 100,
    application_id: applicationId,
    user_id: userId,
    fault: headerOf(answerHeadersOf(recorded), "x-sandbox-fault") ?? null,
    replay_of: replayOf,
  };
}

/** The headers and bodies of a request and its answer, without secrets. */
export interface Shown {
  headers: Header[];
  body: z.output<typeof BodyView> | null;
}

export const shownRequest = (recorded: Recorded): Shown =>
  shown(requestHeadersOf(recorded), recorded.requestBody, "request");

export const shownAnswer = (recorded: Recorded): Shown =>
  shown(answerHeadersOf(recorded), recorded.answerBody, "answer");

function shown(headers: Header[], body: KeptBody | undefined, of: "request" | "answer"): Shown {
  const masked = headers.map(([name, value]): Header => [name, maskHeader(name, value)]);
  if (!body || (body.kept === 0 && !body.cut)) return { headers: masked, body: null };
  const type = headerOf(headers, "content-type") ?? "";
  // Pages hold forms, and the first one the demo's credentials.
  const isPage = type.startsWith("text/html");
  const text = isPage || body.kept === 0 ? undefined : textOf(body, headerOf(headers, "content-encoding"));
  const length = headerOf(headers, "content-length");
  const whole = body.cut ? null : body.bytes().length;
  return {
    headers: masked,
    body: {
      text: text === undefined ? null : maskBody(text, type, of),
      bytes: length === undefined ? whole : Number(length),
      truncated: body.cut,
    },
  };
}

export const objectOf = (headers: readonly Header[]): Record<string, string> => {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const present = joined.get(name);
    joined.set(name, present === undefined ? value : `${present}, ${value}`);
  }
  return Object.fromEntries(joined);
};

/** The error that an answer is; `null` for any other answer. */
export function errorOf({ status }: Recorded, answer: Shown): z.output<typeof RequestDetails>["error"] {
  if (status === undefined || status < 400 || answer.body?.truncated !== false) return null;
  const value = parsed(answer.body.text ?? "");
  if (typeof value !== "object" || value === null || !("message" in value) || !("error" in value))
    return null;
  const cause = "cause" in value && Array.isArray(value.cause) ? value.cause : [];
  return { message: String(value.message), error: String(value.error), cause };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
