import type { ErrorBody } from "@marketplace/conventions";
import { expect } from "vitest";
import type { Answer } from "./http.ts";

/** A link to the page of errors. */
const helpful = /^<\/docs\/guide\/errors#\w+>; rel="help"$/;

interface Expected {
  status: number;
  error: string;
  message?: string | RegExp;
  /** Fields that the resource adds to the standard body. */
  extraFields?: readonly string[];
}

/** Expects the standard error body with exactly its four fields (decisions 1.1), and returns it. */
export function expectProblem(
  answer: Answer,
  status: number,
  error: string,
  message?: string | RegExp,
): ErrorBody {
  return expectErrorBody(answer, { status, error, ...(message !== undefined && { message }) });
}

/** Like `expectProblem`, for resources whose error bodies carry more fields. */
export function expectErrorBody(
  answer: Answer,
  { status, error, message, extraFields = [] }: Expected,
): ErrorBody {
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.any(String) });
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers.link).toMatch(helpful);
  const body = answer.json<ErrorBody>();
  expect(body).toMatchObject({ status, error });
  expectErrorFields(body, extraFields);
  if (typeof message === "string") expect(body.message).toBe(message);
  else if (message) expect(body.message).toMatch(message);
  return body;
}

function expectErrorFields(body: ErrorBody, extraFields: readonly string[] = []): void {
  expect(Object.keys(body).toSorted()).toEqual(
    ["cause", "error", "message", "status", ...extraFields].toSorted(),
  );
  expect(body.message).toEqual(expect.any(String));
  expect(body.message).not.toBe("");
  expect(body.cause).toEqual(expect.any(Array));
}
