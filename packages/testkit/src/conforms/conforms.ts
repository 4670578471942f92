import { describe, expect, it } from "vitest";
import { testBody } from "./bodies.ts";
import { testDocumentation } from "./documented.ts";
import { expectDeclared } from "./expectations.ts";
import { testDeclaration, testPath } from "./paths.ts";
import { testRead } from "./reads.ts";
import { type AnyOperation, type AnyResource, type Conformance, type Subject, subjectOf } from "./subject.ts";
import { testTokens } from "./tokens.ts";
import { testTypes } from "./typed.ts";

/** Declares the tests that every resource must pass. An operation without an example fails. */
export function conforms(resource: AnyResource, setup: Conformance): void {
  const subject = subjectOf(resource, setup);
  describe(`${resource.name} keeps the conventions`, () => {
    testDeclaration(subject);
    testTypes(subject, setup.freeForm);
    const byPath = Map.groupBy(resource.operations, ({ path }) => path);
    for (const [path, operations] of byPath) testPath(subject, path, operations);
    for (const operation of resource.operations) {
      describe(`${operation.method} ${operation.path} (${operation.id})`, () => {
        testDocumentation(subject, operation);
        testTokens(subject, operation);
        testBody(subject, operation);
        if (operation.method === "GET") testRead(subject, operation);
        else testChange(subject, operation);
      });
    }
    it("has an example for each of its operations, and no other", () => {
      const ids = resource.operations.map(({ id }) => id).toSorted();
      expect(Object.keys(setup.examples).toSorted()).toEqual(ids);
    });
  });
}

/** A change is made once: its example may not work a second time. */
function testChange(subject: Subject, operation: AnyOperation): void {
  it("answers as it declares, and ignores callback", async () => {
    const { status = operation.status ?? 200 } = await subject.exampleOf(operation);
    const answer = await subject.ask(operation, { query: { callback: "receiver" } });
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.any(String) });
    expect(answer.text.startsWith("/**/")).toBe(false);
    expectDeclared(subject, operation, answer);
  });
}
