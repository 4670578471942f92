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

const special = /[.*+?^${}()|[\]\\]/g;

/** The paths that a pattern stands for: `*` and `{name}` are one segment, `**` is any rest. */
export function pathPattern(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*|\{\w+\})/);
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(special, "\\$&");
    return part === "**" ? ".*" : "[^/]+";
  });
  return new RegExp(`^${source.join("")}/?$`);
}

/** A test of facts against the criteria of a rule, its counting ones left out. */
export function matcher({ method, path, application_id, user_id, topic }: FaultMatch) {
  const pattern = path === undefined ? undefined : pathPattern(path);
  return (facts: Facts): boolean =>
    (method === undefined || method === facts.method) &&
    (pattern === undefined || (facts.path !== undefined && pattern.test(facts.path))) &&
    (application_id === undefined || application_id === facts.applicationId) &&
    (user_id === undefined || user_id === facts.userId) &&
    (topic === undefined || topic === facts.topic);
}
