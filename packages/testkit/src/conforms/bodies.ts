import { it } from "vitest";
import { expectSame, invalidProblem } from "./expectations.ts";
import type { AnyOperation, Subject } from "./subject.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

/** Invalid bodies by description; `where` and `code` are those of the kit. */
const malformed = [
  { what: "malformed JSON", body: '{"a": ', where: "syntax", code: "invalid_json" },
  { what: "more than one JSON value", body: "{} {}", where: "syntax", code: "invalid_json" },
  {
    what: "invalid UTF-8",
    body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    where: "syntax",
    code: "invalid_utf8",
  },
  {
    what: "nesting over 64 levels",
    body: "[".repeat(65) + "]".repeat(65),
    where: "syntax",
    code: "too_deep",
  },
] as const;

/** Tests of hostile bodies (decisions 1.11): each is refused before the handler sees it. */
export function testBody(subject: Subject, operation: AnyOperation): void {
  if (!operation.body || operation.upload) return;

  for (const { what, body, where, code } of malformed) {
    it(`refuses ${what}`, async () => {
      const answer = await subject.ask(operation, { body });
      expectSame(
        subject,
        answer,
        invalidProblem(operation, where, { code, message: what, references: ["body"] }),
      );
    });
  }

  it("refuses __proto__ as a field", async () => {
    const answer = await subject.ask(operation, { body: '{"__proto__": {"polluted": true}}' });
    const cause = {
      code: "unknown_field",
      message: "unknown field __proto__",
      references: ["body.__proto__"],
    };
    expectSame(subject, answer, invalidProblem(operation, "body", cause));
  });

  it("refuses another media type", async () => {
    const { body } = await subject.exampleOf(operation);
    const answer = await subject.ask(operation, {
      body: JSON.stringify(body ?? {}),
      headers: { "Content-Type": "text/plain" },
    });
    const cause = { code: "unsupported_media_type", message: "media type", references: ["body"] };
    expectSame(subject, answer, invalidProblem(operation, "media", cause));
  });

  it("refuses a body over 1 MiB", async () => {
    const answer = await subject.ask(operation, { body: { text: "x".repeat(1024 * 1024) } });
    expectSame(subject, answer, { status: 413, error: "payload_too_large" });
  });

  if (operation.access === "read") return;
  it("refuses a field that it does not know", async () => {
    const { body } = await subject.exampleOf(operation);
    if (!isRecord(body)) return;
    const answer = await subject.ask(operation, { body: { ...body, no_such_field: 1 } });
    const cause = {
      code: "unknown_field",
      message: "unknown field no_such_field",
      references: ["body.no_such_field"],
    };
    expectSame(subject, answer, invalidProblem(operation, "body", cause));
  });
}
