import type { z } from "zod";

/** One problem of a request body; `references` point into it, e.g. "body.delivery_ranges.week[0].from". */
export type Cause = { code: CauseCode; message: string; references: string[] };

export type CauseCode =
  | "required"
  | "invalid_type"
  | "invalid_value"
  | "out_of_range"
  | "unknown_field"
  | "invalid_range"
  | "overlapping_ranges"
  | "cutoff_after_end"
  | "different_capacities"
  | "unknown_zone"
  | "disabled_zone"
  | "duplicate_zone"
  | "missing_mandatory_zone";

/** What became of a body: `forbidden` is a feature the seller may not use (403), `invalid` lists every problem (400). */
export type Verdict<T> =
  | { kind: "accepted"; value: T }
  | { kind: "invalid"; causes: Cause[] }
  | { kind: "forbidden"; reason: string };

/** A body of a megabyte can hold a hundred thousand problems; nobody reads more than these. */
const maxCauses = 100;

/** Accepted when there is no problem, else invalid with the first hundred. */
export function verdict<T>(causes: Cause[], value: () => T): Verdict<T> {
  return causes.length === 0
    ? { kind: "accepted", value: value() }
    : { kind: "invalid", causes: causes.slice(0, maxCauses) };
}

/** A reference into the body: `reference("zones", 0, "id")` is "body.zones[0].id". */
export function reference(...path: PropertyKey[]): string {
  return path.reduce<string>(
    (at, key) => at + (typeof key === "number" ? `[${key}]` : `.${String(key)}`),
    "body",
  );
}

/** The problems of shape that zod found, one per unknown field; the issues must carry their input (`reportInput`). */
export function shapeCauses(error: z.ZodError | undefined): Cause[] {
  return error?.issues.flatMap(causesOf) ?? [];
}

function causesOf(issue: z.core.$ZodIssue): Cause[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      cause("unknown_field", `Unknown field: ${key}`, reference(...issue.path, key)),
    );
  }
  const at = reference(...issue.path);
  if (issue.input === undefined) return [cause("required", `${at} is required`, at)];
  return [cause(codeOf(issue), `${at}: ${issue.message}`, at)];
}

function codeOf({ code }: z.core.$ZodIssue): CauseCode {
  if (code === "too_small" || code === "too_big") return "out_of_range";
  return code === "invalid_type" ? "invalid_type" : "invalid_value";
}

/** A cause that points at one or more places of the body. */
export function cause(code: CauseCode, message: string, ...references: string[]): Cause {
  return { code, message, references };
}
