import { expect } from "vitest";
import type { Answer } from "./api.ts";

interface Cause {
  code: string;
  message: string;
  references: string[];
}

/** Expects the standard error body with exactly four fields (decisions 1.1); returns its causes. */
export function expectProblem(answer: Answer, status: number, error: string, message?: string): Cause[] {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  const body = answer.json<Record<string, unknown> & { cause: Cause[] }>();
  expect(Object.keys(body)).toEqual(["message", "error", "status", "cause"]);
  expect(body).toMatchObject({ error, status, ...(message === undefined ? {} : { message }) });
  expect(body.message).not.toBe("");
  expect(Array.isArray(body.cause)).toBe(true);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("link")).toMatch(/^<\/docs\/guide\/errors#\w+>; rel="help"$/);
  return body.cause;
}
