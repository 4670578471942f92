import { common } from "@marketplace/conventions";
import { expect, it } from "vitest";
import { callers } from "../callers.ts";
import { documented, expectSame } from "./expectations.ts";
import type { AnyOperation, Subject } from "./subject.ts";

/** Tests of authorization: no token, an invalid one, one without the scope (decisions 1.2 to 1.4). */
export function testTokens(subject: Subject, operation: AnyOperation): void {
  if (operation.access === "public") return;
  const { problems, access } = operation;

  it("is refused without a token", async () => {
    const answer = await subject.ask(operation, { as: callers.none });
    expectSame(subject, answer, { status: 403, error: "access_token_not_granted" });
    expect(answer.json()).toMatchObject({ message: "access_token was not sent", cause: [] });
  });

  it("is refused with a token that nobody issued", async () => {
    const expected = problems?.invalidToken?.() ?? common.invalid_token();
    const answer = await subject.ask(operation, { as: callers.invalid });
    expectSame(subject, answer, expected);
    expect(answer.json()).toMatchObject({ message: expected.message });
    if (expected.status === 401) expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
    expect(Object.keys(documented(subject, operation).responses)).toContain(String(expected.status));
  });

  it(`is refused with a token that lacks the scope ${access}`, async () => {
    const expected = problems?.missingScope?.() ?? common.invalid_scopes();
    const lacking = access === "write" ? [callers.scopeless, callers.readOnly] : [callers.scopeless];
    for (const as of lacking) {
      const answer = await subject.ask(operation, { as });
      expectSame(subject, answer, expected);
      expect(answer.json()).toMatchObject({ message: expected.message });
    }
  });
}
