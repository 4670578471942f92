import type { z } from "zod";
import type { Cause } from "../declare/problem.ts";

type Issue = z.core.$ZodIssue;

/** An answer stays smaller than the request that it answers: further causes are cut off. */
const maxCauses = 1_000;

/** How a cause is worded; the defaults are zod's codes and messages. `at` is the reference of the field. */
export interface CauseWording {
  unknownField(key: string): string;
  required(at: string): string;
  issue(issue: Issue, at: string): Pick<Cause, "code" | "message">;
}

const defaultWording: CauseWording = {
  unknownField: (key) => `unknown field ${key}`,
  required: () => "is required",
  issue: ({ code, message }) => ({ code: code === "custom" ? "invalid_value" : code, message }),
};

/**
 * The issues of zod as causes, at most a thousand. Each unknown field has a cause of its own, and a union has
 * those of its closest branch. The issues carry their input (`reportInput`).
 */
export const causesOf = (issues: readonly Issue[], where: string, wording = defaultWording): Cause[] =>
  allCauses(issues, where, wording).slice(0, maxCauses);

function allCauses(issues: readonly Issue[], where: string, wording: CauseWording): Cause[] {
  return issues.flatMap((issue): Cause[] => {
    const at = [where, ...issue.path].map(segment).join("").slice(1);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        code: "unknown_field",
        message: wording.unknownField(key),
        references: [`${at}.${key}`],
      }));
    }
    if (isMissing(issue)) return [{ code: "required", message: wording.required(at), references: [at] }];
    const branch = issue.code === "invalid_union" ? closest(issue.errors) : undefined;
    return branch ? allCauses(branch, at, wording) : [{ ...wording.issue(issue, at), references: [at] }];
  });
}

/** The branch of a union that was most likely meant: the one with the fewest issues at its own root. */
function closest(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const missesTheType = (issues: readonly Issue[]): boolean =>
    issues.some(({ code, path }) => code === "invalid_type" && path.length === 0);
  const candidates = branches.filter((issues) => !missesTheType(issues));
  return candidates.toSorted((a, b) => a.length - b.length)[0];
}

const segment = (key: PropertyKey): string => (typeof key === "number" ? `[${key}]` : `.${String(key)}`);
const isMissing = ({ code, input }: Issue): boolean =>
  input === undefined && ["invalid_type", "invalid_value", "invalid_union"].includes(code);
