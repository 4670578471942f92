import { type InvalidInput, idOf, type Problem } from "@marketplace/conventions";
import { z } from "zod";
import { problems } from "../problems.ts";

const invalid = "must be positive";

/** The pack id of a path. Its sign is read from the digits: a number may not hold all of them. */
export const packIdParam = z
  .string()
  .regex(/^-?\d+$/, { error: "must be numeric and not empty", abort: true })
  .regex(/^\d*[1-9]/, invalid)
  .transform(idOf)
  .describe("Pack id: the pack_id of the order, or its own id when that is null");

/** The problem of an invalid pack id (spec: Errors, Invoices). */
export function packIdProblem({ where, causes }: InvalidInput): Problem | undefined {
  const cause = causes.find(({ references }) => references.includes("params.pack_id"));
  if (where !== "params" || !cause) return undefined;
  return cause.message === invalid ? problems.pack_id_invalid() : problems.pack_id_not_numeric();
}

/** Parses the pack id of a path as it was sent, which the conventions have neither decoded nor validated. */
export function parsePackId(sent: string): number {
  const result = packIdParam.safeParse(decoded(sent));
  if (result.success) return result.data;
  const isNumber = result.error.issues.some(({ message }) => message === invalid);
  throw isNumber ? problems.pack_id_invalid() : problems.pack_id_not_numeric();
}

/** The text behind percent-encoding; none, which is no pack id either, where that is broken. */
function decoded(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch {
    return "";
  }
}
