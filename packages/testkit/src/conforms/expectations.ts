import { runInNewContext } from "node:vm";
import type { Cause, Problem } from "@marketplace/conventions";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { expectErrorBody } from "../expect-problem.ts";
import type { Answer } from "../http.ts";
import type { AnyOperation, Subject } from "./subject.ts";

export function expectSame(
  { errorFields }: Subject,
  answer: Answer,
  { status, error }: Pick<Problem, "status" | "error">,
): void {
  expectErrorBody(answer, { status, error, extraFields: errorFields });
}

type Where = "params" | "query" | "body" | "syntax" | "media";

/** The operation's own problem for invalid input, or the standard one. */
export function invalidProblem(
  operation: AnyOperation,
  where: Where,
  cause: Cause,
): Pick<Problem, "status" | "error"> {
  const own = operation.problems?.invalid?.({ where, causes: [cause] });
  if (own) return own;
  return where === "media"
    ? { status: 415, error: "unsupported_media_type" }
    : { status: 400, error: "bad_request" };
}

/** Evaluates a JSONP answer as a browser does; returns `[status, headers, body]`. */
export function evaluateJsonp(answer: Answer, callback: string): [number, Record<string, string[]>, unknown] {
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.text.startsWith(`/**/${callback}([`)).toBe(true);
  let received = "[]";
  runInNewContext(answer.text, {
    [callback]: (...values: unknown[]) => {
      expect(values).toHaveLength(1);
      received = JSON.stringify(values[0]);
    },
  });
  // An answer of another form fails the assertions of the test.
  return JSON.parse(received) as [number, Record<string, string[]>, unknown];
}

/** Expects the declared answer: status, media type, zod schema and JSON Schema of the document. */
export function expectDeclared(subject: Subject, operation: AnyOperation, answer: Answer): void {
  const { response, file } = operation;
  if (file !== undefined) {
    const types = [file].flat().map((type) => type.split(";")[0]);
    expect(types).toContain(answer.headers["content-type"]?.split(";")[0]);
    return;
  }
  if (!response) return;
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const value = answer.json();
  expect(response.safeParse(value).error?.issues ?? []).toEqual([]);
  const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile({
    ...documentedResponse(subject, operation),
    components: { schemas: subject.fragment.schemas },
  });
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
}

interface DocumentedOperation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

export function documented({ fragment }: Subject, { path, method }: AnyOperation): DocumentedOperation {
  // openApiFragment() builds every operation in this form.
  return fragment.paths[path]?.[method.toLowerCase()] as DocumentedOperation;
}

function documentedResponse(subject: Subject, operation: AnyOperation): object {
  const { responses } = documented(subject, operation);
  const schema = responses[String(operation.status ?? 200)]?.content?.["application/json"]?.schema;
  if (!schema) throw new Error(`the OpenAPI document has no answer for ${operation.id}`);
  return schema;
}
