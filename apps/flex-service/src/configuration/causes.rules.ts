import { type Cause, type CauseWording, causesOf, fieldPath } from "@marketplace/conventions";
import type { z } from "zod";

type CauseCode =
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

/** The result of a validation: `forbidden` (403) names a disabled feature, `invalid` is 400. */
export type Verdict<T> =
  | { kind: "accepted"; value: T }
  | { kind: "invalid"; causes: Cause[] }
  | { kind: "forbidden"; reason: string };

/** A body of a megabyte can have a hundred thousand causes. */
const maxCauses = 100;

/** Accepted without causes, else invalid with the first hundred. */
export function verdict<T>(causes: Cause[], value: () => T): Verdict<T> {
  return causes.length === 0
    ? { kind: "accepted", value: value() }
    : { kind: "invalid", causes: causes.slice(0, maxCauses) };
}

/** A reference into the body: `reference("zones", 0, "id")` is "body.zones[0].id". */
export const reference = (...path: PropertyKey[]): string => fieldPath("body", path);

/** The codes and messages of the specification. */
const wording: CauseWording = {
  unknownField: (key) => `Unknown field: ${key}`,
  required: (at) => `${at} is required`,
  issue: (issue, at) => ({ code: codeOf(issue), message: `${at}: ${issue.message}` }),
};

/** The causes of a body that does not fit its schema; the issues carry their input (`reportInput`). */
export const shapeCauses = (error: z.ZodError | undefined): Cause[] =>
  error ? causesOf(error.issues, "body", wording) : [];

function codeOf({ code }: z.core.$ZodIssue): CauseCode {
  if (code === "too_small" || code === "too_big") return "out_of_range";
  return code === "invalid_type" ? "invalid_type" : "invalid_value";
}

/** A cause that points at one or more places of the body. */
export function cause(code: CauseCode, message: string, ...references: string[]): Cause {
  return { code, message, references };
}
