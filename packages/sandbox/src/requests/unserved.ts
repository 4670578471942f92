import { textOf } from "./kept-body.ts";
import { answerHeadersOf, headerOf, type Recorded } from "./recorded.ts";

/** A path that clients called and that does not exist. */
export interface Unserved {
  method: string;
  /** With `{id}` for each segment that is an id. */
  path: string;
  count: number;
  /** The path as it was called last. */
  example: string;
  lastAt: number;
}

/** Scanners ask for very many paths. */
const limit = 1_000;
const unknownRoute = '"error":"resource not found"';
const idSegment = /^(?:\d+|[A-Z]{3}\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const templateOf = (path: string): string =>
  path
    .split("/")
    .map((segment) => (idSegment.test(segment) ? "{id}" : segment))
    .join("/")
    .slice(0, 256);

/** Counts the paths that do not exist; beyond the limit, no new ones. */
export function createUnserved() {
  const found = new Map<string, Unserved>();
  return {
    note(recorded: Recorded): void {
      if (recorded.status !== 404) return;
      const encoding = headerOf(answerHeadersOf(recorded), "content-encoding");
      if (!textOf(recorded.answerBody, encoding)?.includes(unknownRoute)) return;
      const { method, path, startedAt } = recorded;
      const template = templateOf(path);
      const key = `${method} ${template}`;
      const known = found.get(key);
      if (!known && found.size >= limit) return;
      const count = (known?.count ?? 0) + 1;
      found.set(key, { method, path: template, count, example: path.slice(0, 256), lastAt: startedAt });
    },
    /** The most called first. */
    list: (): Unserved[] => [...found.values()].sort((a, b) => b.count - a.count || b.lastAt - a.lastAt),
  };
}
