import { expect, it } from "vitest";
import { expectErrorBody, expectProblem } from "./expect-problem.ts";
import type { Answer } from "./http.ts";

const body = { message: "Question not found: 1", error: "not_found", status: 404, cause: [] };

const help = '</docs/guide/errors#question_not_found>; rel="help"';

function answerOf(
  value: unknown,
  status = 404,
  { type = "application/json; charset=utf-8", link = help } = {},
): Answer {
  const text = JSON.stringify(value);
  return {
    status,
    headers: { "content-type": type, ...(link && { link }) },
    bytes: Buffer.from(text),
    text,
    json: () => JSON.parse(text),
  };
}

it("the standard error body is recognized and returned", () => {
  expect(expectProblem(answerOf(body), 404, "not_found", "Question not found: 1")).toEqual(body);
  expect(expectProblem(answerOf(body), 404, "not_found", /^Question/)).toEqual(body);
});

it.each([
  ["another status", answerOf(body, 400)],
  ["another status in the body", answerOf({ ...body, status: 400 })],
  ["another code", answerOf({ ...body, error: "conflict" })],
  ["another message", answerOf({ ...body, message: "No" })],
  ["an empty message", answerOf({ ...body, message: "" })],
  ["a field too many", answerOf({ ...body, stack: "at x.ts" })],
  ["a field too few", answerOf({ message: body.message, error: body.error, status: 404 })],
  ["a cause that is no array", answerOf({ ...body, cause: null })],
  ["another media type", answerOf(body, 404, { type: "text/html" })],
  ["no link to its explanation", answerOf(body, 404, { link: "" })],
])("an error body with %s is not", (_, answer) => {
  expect(() => expectProblem(answer, 404, "not_found", "Question not found: 1")).toThrow();
});

it("a resource's own fields of errors must be there when it has some", () => {
  const expected = { status: 404, error: "not_found", extraFields: ["error_description"] };
  expect(() => expectErrorBody(answerOf({ ...body, error_description: "x" }), expected)).not.toThrow();
  expect(() => expectErrorBody(answerOf(body), expected)).toThrow();
});
