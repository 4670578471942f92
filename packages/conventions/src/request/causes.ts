import type { z } from "zod";
import type { Cause } from "../declare/problem.ts";
import { fieldPath, shortened } from "./field-path.ts";
import { closestName, fieldsAt } from "./suggest-field.ts";

type Issue = z.core.$ZodIssue;

/** An answer stays smaller than the request that it answers: further causes are cut off. */
const maxCauses = 1_000;

/**
 * How a cause is worded; the defaults are zod's codes and messages. `at` is the reference of the field,
 * `path` leads to the object with an unknown field.
 */
export interface CauseWording {
  unknownField(key: string, path: readonly PropertyKey[]): string;
  required(at: string): string;
  issue(issue: Issue, at: string): Pick<Cause, "code" | "message">;
}

const defaultWording: CauseWording = {
  unknownField: (key) => `unknown field ${key}`,
  required: () => "is required",
  issue: ({ code, message }) => ({ code: code === "custom" ? "invalid_value" : code, message }),
};

/** A body with more unknown fields than this is no misspelling, and comparing names takes time. */
const maxSuggestions = 50;

/**
 * The default wording, which for an unknown field adds the one of the schema that is spelled alike. A field
 * of another branch of a union is not unknown: it does not go with the fields of this one.
 */
export function suggesting(schema: z.core.$ZodType): CauseWording {
  let compared = 0;
  return {
    ...defaultWording,
    unknownField(key, path) {
      compared += 1;
      if (compared > maxSuggestions) return defaultWording.unknownField(key, path);
      const names = fieldsAt(schema, path);
      if (names.includes(key)) return `${key} cannot be sent with the other fields`;
      const meant = closestName(key, names);
      return meant === undefined ? `unknown field ${key}` : `unknown field ${key}; did you mean ${meant}?`;
    },
  };
}

/**
 * The issues of zod as causes, at most a thousand. Each unknown field has a cause of its own, and a union has
 * those of its closest branch. The issues carry their input (`reportInput`).
 */
export const causesOf = (issues: readonly Issue[], where: string, wording = defaultWording): Cause[] =>
  allCauses(issues, { where, path: [] }, wording).slice(0, maxCauses);

/**
 * The first issue of a value that no client sent, such as a line of a file or a record of a recording, as in
 * `seller.id: Invalid input`. `whole` names the value where the issue is none of a field.
 */
export function firstIssueText(
  { issues: [issue] }: { issues: readonly { path: readonly PropertyKey[]; message: string }[] },
  whole = "the whole",
): string {
  return `${issue?.path.join(".") || whole}: ${issue?.message ?? "does not fit"}`;
}

/** The place of a union whose branch has the issues: their paths begin there. */
interface Place {
  where: string;
  path: readonly PropertyKey[];
}

function allCauses(issues: readonly Issue[], base: Place, wording: CauseWording): Cause[] {
  return issues.flatMap((issue): Cause[] => {
    const path = [...base.path, ...issue.path];
    const at = fieldPath(base.where, path);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.slice(0, maxCauses).map((key) => ({
        code: "unknown_field",
        message: wording.unknownField(shortened(key), path),
        references: [fieldPath(at, [key])],
      }));
    }
    if (isMissing(issue)) return [{ code: "required", message: wording.required(at), references: [at] }];
    const branch = issue.code === "invalid_union" ? closest(issue.errors) : undefined;
    return branch
      ? allCauses(branch, { ...base, path }, wording)
      : [{ ...wording.issue(issue, at), references: [at] }];
  });
}

/** The branch of a union that was most likely meant: the one with the fewest issues at its own root. */
function closest(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const missesTheType = (issues: readonly Issue[]): boolean =>
    issues.some(({ code, path }) => code === "invalid_type" && path.length === 0);
  const candidates = branches.filter((issues) => !missesTheType(issues));
  return candidates.toSorted((a, b) => a.length - b.length)[0];
}

const isMissing = ({ code, input }: Issue): boolean =>
  input === undefined && ["invalid_type", "invalid_value", "invalid_union"].includes(code);
