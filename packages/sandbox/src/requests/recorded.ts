import { randomUUID } from "node:crypto";
import { KeptBody } from "./kept-body.ts";

const idHeader = "x-request-id";
const usableId = /^[\w.-]{1,128}$/;

/** Names and values in turn, as Node gives them. */
export type RawHeaders = readonly string[];

/**
 * A request as it was, with its credentials: those stay in memory, for a replay. What is shown of it is made
 * by `request-view.ts`. Nothing is parsed here, because every request pays for it.
 */
export class Recorded {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  readonly requestHeaders: RawHeaders;
  readonly startedAt = Date.now();
  private readonly began = performance.now();
  durationMs = 0;
  /** `undefined` when the connection ended before any answer. */
  status: number | undefined;
  /** Whether the answer was sent to its end. */
  complete = false;
  /** Headers given with the status line, and those set before it. */
  head: unknown;
  setHeaders: Readonly<Record<string, unknown>> = {};
  /** Of most requests there is none. */
  requestBody: KeptBody | undefined;
  readonly answerBody = new KeptBody();
  /** The request that this one repeats. */
  replayOf: string | undefined;
  private madeId: string | undefined;

  constructor(method: string, target: string, headers: RawHeaders) {
    this.method = method;
    this.target = target;
    this.requestHeaders = headers;
  }

  end(status: number | undefined, complete: boolean): void {
    this.durationMs = performance.now() - this.began;
    this.status = status;
    this.complete = complete;
  }

  /** The `X-Request-Id` of its answer; where there was none, the client's own, or a new one. */
  get id(): string {
    this.madeId ??= headerOf(answerHeadersOf(this), idHeader) ?? this.givenId ?? randomUUID();
    return this.madeId;
  }

  private get givenId(): string | undefined {
    const given = headerOf(requestHeadersOf(this), idHeader);
    return given !== undefined && usableId.test(given) ? given : undefined;
  }

  get path(): string {
    const mark = this.target.indexOf("?");
    return mark < 0 ? this.target : this.target.slice(0, mark);
  }

  get kept(): number {
    return this.answerBody.kept + (this.requestBody?.kept ?? 0);
  }

  dropBodies(): void {
    this.answerBody.drop();
    this.requestBody?.drop();
  }
}

export type Header = readonly [name: string, value: string];

export const requestHeadersOf = ({ requestHeaders }: Recorded): Header[] => pairs(requestHeaders);

/** The headers of the answer, without those that Node adds by itself. */
export const answerHeadersOf = ({ head, setHeaders }: Recorded): Header[] => [
  ...fromObject(setHeaders),
  ...(Array.isArray(head) ? pairs(head.flat()) : fromObject(head)),
];

export const headerOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.findLast(([one]) => one.toLowerCase() === name)?.[1];

function pairs(raw: readonly unknown[]): Header[] {
  const found: Header[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) found.push([String(raw[at]), String(raw[at + 1])]);
  return found;
}

const fromObject = (headers: unknown): Header[] =>
  Object.entries(headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): Header => [name, String(one)]),
  );
