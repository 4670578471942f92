import type { FaultMatch } from "./faults.schema.ts";

/** What rules are matched with: what is known of a request, or of a notification. */
export interface Facts {
  method?: string | undefined;
  /** Without the query. */
  path?: string | undefined;
  applicationId?: number | undefined;
  userId?: number | undefined;
  topic?: string | undefined;
}

/** What a pattern takes next: one character, or with `many` any number of such. */
interface Step {
  takes(character: string): boolean;
  many: boolean;
}

const isWithin = (character: string): boolean => character !== "/";
const segment: readonly Step[] = [
  { takes: isWithin, many: false },
  { takes: isWithin, many: true },
];
const rest: readonly Step[] = [{ takes: () => true, many: true }];

const stepsOf = (pattern: string): Step[] =>
  pattern.split(/(\*\*|\*|\{\w+\})/).flatMap((part, index) => {
    if (index % 2 === 1) return part === "**" ? rest : segment;
    return [...part].map((character) => ({ takes: (one: string) => one === character, many: false }));
  });

/**
 * Whether the steps take a path whole. All places that are reached are followed together (Thompson's
 * algorithm): a regular expression would try them one after the other, for ever with many wildcards.
 */
function takeWhole(steps: readonly Step[], path: string): boolean {
  /** Reaches a place, and those behind it for which nothing has to be taken. */
  const reach = (places: Set<number>, first: number): void => {
    for (let at = first; !places.has(at); at += 1) {
      places.add(at);
      if (!steps[at]?.many) return;
    }
  };
  let reached = new Set<number>();
  reach(reached, 0);
  for (const character of path) {
    const next = new Set<number>();
    for (const at of reached) {
      const step = steps[at];
      if (step?.takes(character)) reach(next, step.many ? at : at + 1);
    }
    // Most paths differ early from most patterns.
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(steps.length);
}

/**
 * Tests paths against a pattern: `*` and `{name}` are one segment, `**` is any rest, and none of a path that
 * ends before its slash.
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  const patterns = [pattern, ...(pattern.endsWith("/**") ? [pattern.slice(0, -3)] : [])].map(stepsOf);
  return (path) => {
    const paths = [path, ...(path.endsWith("/") ? [path.slice(0, -1)] : [])];
    return patterns.some((steps) => paths.some((one) => takeWhole(steps, one)));
  };
}

/** A test of facts against the criteria of a rule, its counting ones left out. */
export function matcher({ method, path, application_id, user_id, topic }: FaultMatch) {
  const pattern = path === undefined ? undefined : pathPattern(path);
  return (facts: Facts): boolean =>
    (method === undefined || method === facts.method) &&
    (pattern === undefined || (facts.path !== undefined && pattern(facts.path))) &&
    (application_id === undefined || application_id === facts.applicationId) &&
    (user_id === undefined || user_id === facts.userId) &&
    (topic === undefined || topic === facts.topic);
}
