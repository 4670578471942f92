import type { z } from "zod";
import type { Cause } from "../declare/problem.ts";

type Issue = z.core.$ZodIssue;

/** More faults than this in one request are nobody's mistake: an answer stays smaller than what it answers. */
const mostCauses = 1_000;

/** zod's issues as causes: one per fault, unknown fields one by one, unions by their closest branch; at most a thousand. */
export const causesOf = (issues: readonly Issue[], where: string): Cause[] =>
  allCauses(issues, where).slice(0, mostCauses);

function allCauses(issues: readonly Issue[], where: string): Cause[] {
  return issues.flatMap((issue): Cause[] => {
    const path = [where, ...issue.path].map(segment).join("").slice(1);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        code: "unknown_field",
        message: `unknown field ${key}`,
        references: [`${path}.${key}`],
      }));
    }
    const branch = issue.code === "invalid_union" ? closest(issue.errors) : undefined;
    if (branch && !isMissing(issue)) return allCauses(branch, path);
    return [{ code: codeOf(issue), message: messageOf(issue), references: [path] }];
  });
}

/** The branch of a union that the input was most likely meant for: the one with the fewest faults at its own root. */
function closest(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const missesTheType = (issues: readonly Issue[]): boolean =>
    issues.some(({ code, path }) => code === "invalid_type" && path.length === 0);
  const candidates = branches.filter((issues) => !missesTheType(issues));
  return candidates.toSorted((a, b) => a.length - b.length)[0];
}

const segment = (key: PropertyKey): string => (typeof key === "number" ? `[${key}]` : `.${String(key)}`);
const isMissing = (issue: Issue): boolean =>
  ["invalid_type", "invalid_value", "invalid_union"].includes(issue.code) && issue.input === undefined;
const codeOf = (issue: Issue): string =>
  isMissing(issue) ? "required" : issue.code === "custom" ? "invalid_value" : issue.code;
const messageOf = (issue: Issue): string => (isMissing(issue) ? "is required" : issue.message);
