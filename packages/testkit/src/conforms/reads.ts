import { helpLink } from "@marketplace/conventions";
import { describe, expect, it } from "vitest";
import { callers } from "../callers.ts";
import type { Answer } from "../http.ts";
import { evaluateJsonp, expectDeclared, expectSame } from "./expectations.ts";
import { testSparseReads } from "./sparse.ts";
import type { AnyOperation, Subject } from "./subject.ts";

/** Headers that differ between equal requests. */
const volatile = ["date", "x-request-id", "connection", "keep-alive", "transfer-encoding"];
const lasting = ({ headers }: Answer): [string, string][] =>
  Object.entries(headers)
    .filter(([name]) => !volatile.includes(name))
    .toSorted(([a], [b]) => a.localeCompare(b));

/** Tests of an operation that reads, with its working example. */
export function testRead(subject: Subject, operation: AnyOperation): void {
  const { ask } = subject;

  it("answers as it declares", async () => {
    const { status = operation.status ?? 200 } = await subject.exampleOf(operation);
    const answer = await ask(operation);
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.any(String) });
    if (status < 300) expectDeclared(subject, operation, answer);
  });

  it("answers HEAD with the headers of GET and no body", async () => {
    const get = await ask(operation);
    const head = await ask(operation, { method: "HEAD" });
    expect(head.status).toBe(get.status);
    expect(lasting(head)).toEqual(lasting(get));
    expect(head.bytes).toHaveLength(0);
  });

  it("answers a path with a trailing slash alike", async () => {
    const [plain, slashed] = [await ask(operation), await ask(operation, { suffix: "/" })];
    expect([slashed.status, slashed.text]).toEqual([plain.status, plain.text]);
  });

  it("answers 304 to the ETag it gave", async () => {
    const { headers, status } = await ask(operation);
    if (operation.response && status === 200) expect(headers.etag).toMatch(/^"[^"]+"$/);
    if (headers.etag === undefined) return;
    for (const tag of [headers.etag, `"other", W/${headers.etag}`, "*"]) {
      const answer = await ask(operation, { headers: { "If-None-Match": tag } });
      expect([answer.status, answer.headers.etag, answer.text]).toEqual([304, headers.etag, ""]);
    }
    const other = await ask(operation, { headers: { "If-None-Match": '"other"' } });
    expect(other.status).toBe(status);
  });

  testParams(subject, operation);
  describe("with callback", () => testJsonp(subject, operation));
  if (operation.response) describe("with attributes", () => testSparseReads(subject, operation));
}

function testParams(subject: Subject, operation: AnyOperation): void {
  const [name] = Object.keys(operation.params ?? {});
  if (name === undefined) return;
  it("refuses a path that is not valid percent-encoded text", async () => {
    for (const value of ["%ff", "%zz", "%00"]) {
      const answer = await subject.ask(operation, { params: { [name]: value } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      // An operation may use its own problem; the form of the body is checked.
      const { error } = answer.json<{ error: string }>();
      expectSame(subject, answer, { status: answer.status, error });
    }
  });
}

function testJsonp(subject: Subject, operation: AnyOperation): void {
  const { ask } = subject;
  const callback = "my$receiver_1";
  const jsonp = { query: { callback } };

  it(operation.file ? "says inside the array that a file cannot be wrapped" : "wraps a success", async () => {
    const plain = await ask(operation);
    const wrapped = await ask(operation, { ...jsonp, headers: { "If-None-Match": "*" } });
    const [status, headers, body] = evaluateJsonp(wrapped, callback);
    if (operation.file) {
      expect([status, body]).toMatchObject([406, { error: "not_acceptable", status: 406 }]);
      return;
    }
    expect(status).toBe(plain.status);
    expect(body).toEqual(plain.text === "" ? null : plain.json());
    for (const values of Object.values(headers)) expect(values).toEqual(expect.any(Array));
    expect(Object.keys(headers).length).toBeGreaterThan(0);
  });

  it("does not use a name that could break out", async () => {
    for (const name of ["alert(1)//", "a-b", "1a", "a\u2028b", "x".repeat(129)]) {
      const answer = await ask(operation, { query: { callback: name } });
      expectSame(subject, answer, { status: 400, error: "bad_request" });
    }
  });

  it("ignores an empty name and HEAD", async () => {
    const plain = await ask(operation);
    const empty = await ask(operation, { query: { callback: "" } });
    expect([empty.status, empty.text]).toEqual([plain.status, plain.text]);
    const head = await ask(operation, { ...jsonp, method: "HEAD" });
    expect([head.status, head.headers["content-type"]]).toEqual([
      plain.status,
      plain.headers["content-type"],
    ]);
  });

  if (operation.access === "public") return;
  it("wraps an error", async () => {
    const answer = await ask(operation, { ...jsonp, as: callers.none });
    const [status, { link }, body] = evaluateJsonp(answer, callback);
    expect([link, answer.headers.link]).toEqual([[helpLink("access_token_not_granted")], undefined]);
    expect([status, body]).toMatchObject([
      403,
      { error: "access_token_not_granted", status: 403, cause: [] },
    ]);
  });
}
