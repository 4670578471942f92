import { describe, expect, test } from "vitest";
import { judgeMail } from "./check-mail.ts";
import { checkList } from "./check-orders.ts";
import { checkQuestion } from "./check-questions.ts";
import type { OrderWrite, QuestionWrite, UploadWrite } from "./ledger.ts";
import { newTally, reportOf, violations } from "./tally.ts";

const asked = (change: Partial<QuestionWrite> = {}): QuestionWrite => ({
  kind: "question",
  outcome: "acknowledged",
  key: undefined,
  text: "Hay?",
  id: 1,
  ...change,
});
const shown = { id: 1, text: "Hay?", status: "UNANSWERED", answer: null };
const answered = { ...shown, status: "ANSWERED", answer: { text: "Hay." } };
const answer = { outcome: "acknowledged", key: undefined, text: "Hay." } as const;

/** The counts that result from a question and what is shown of it. */
function findings(question: QuestionWrite, ...found: Parameters<typeof checkQuestion>[1]) {
  const { lost, duplicated, halfVisible } = newTally();
  checkQuestion(question, found, { lost, duplicated, halfVisible });
  return [lost.length, duplicated.length, halfVisible.length];
}

describe("of a question, [lost, duplicated, half visible] are", () => {
  test.each([
    ["acknowledged and there", asked(), [shown], [0, 0, 0]],
    ["acknowledged and away", asked(), [], [1, 0, 0]],
    ["acknowledged and there twice", asked(), [shown, { ...shown, id: 2 }], [0, 1, 0]],
    ["unknown and away", asked({ outcome: "unknown" }), [], [0, 0, 0]],
    ["unknown and there", asked({ outcome: "unknown" }), [shown], [0, 0, 0]],
    ["unknown and there twice", asked({ outcome: "unknown" }), [shown, shown], [0, 1, 0]],
    ["refused and there", asked({ outcome: "refused" }), [shown], [0, 0, 1]],
    ["deleted and away", asked({ deletion: "acknowledged" }), [], [0, 0, 0]],
    ["deleted and there", asked({ deletion: "acknowledged" }), [shown], [1, 0, 0]],
    ["perhaps deleted and away", asked({ deletion: "unknown" }), [], [0, 0, 0]],
    ["answered as given", asked({ answer }), [answered], [0, 0, 0]],
    ["answered, but not so any more", asked({ answer }), [shown], [1, 0, 0]],
    ["perhaps answered, and not", asked({ answer: { ...answer, outcome: "unknown" } }), [shown], [0, 0, 0]],
    ["ANSWERED without an answer", asked(), [{ ...answered, answer: null }], [0, 0, 1]],
    ["with somebody else's answer", asked(), [answered], [0, 0, 1]],
  ])("%s", (_, question, found, counts) => {
    expect(findings(question, ...found)).toEqual(counts);
  });
});

const files = [
  { type: "application/pdf", sha256: "a" },
  { type: "application/xml", sha256: "b" },
];
const uploaded: UploadWrite = { outcome: "acknowledged", files, ids: ["1", "2"] };
const perhaps: UploadWrite = { outcome: "unknown", files, ids: [] };
const listed = (...ids: string[]) => ids.map((id) => ({ id, file_type: "application/pdf" }));

describe("of a pack's files, [lost, duplicated, half visible] are", () => {
  test.each([
    ["acknowledged and there", uploaded, undefined, listed("1", "2"), [0, 0, 0]],
    ["acknowledged, and one is there", uploaded, undefined, listed("1"), [1, 0, 1]],
    ["acknowledged and away", uploaded, undefined, [], [1, 0, 0]],
    ["unknown and there", perhaps, undefined, listed("3", "4"), [0, 0, 0]],
    ["unknown, and one is there", perhaps, undefined, listed("3"), [0, 0, 1]],
    ["acknowledged, and there is one more", uploaded, undefined, listed("1", "2", "3"), [1, 1, 0]],
    ["unknown, and there is one more", perhaps, undefined, listed("3", "4", "5"), [0, 1, 0]],
    [
      "refused and there",
      { ...perhaps, outcome: "refused" as const },
      undefined,
      listed("3", "4"),
      [0, 0, 1],
    ],
    ["deleted and there", uploaded, "acknowledged" as const, listed("1", "2"), [1, 0, 0]],
    ["perhaps deleted and away", uploaded, "unknown" as const, [], [0, 0, 0]],
    ["perhaps deleted, and one is there", uploaded, "unknown" as const, listed("1"), [1, 0, 1]],
  ])("%s", (_, upload, deletion, list, counts) => {
    const tally = newTally();
    const order: OrderWrite = {
      kind: "order",
      outcome: "acknowledged",
      key: undefined,
      id: 1,
      uploads: [upload],
    };
    checkList({ ...order, ...(deletion && { deletion }) }, upload, { listed: list, tally });
    expect([tally.lost, tally.duplicated, tally.halfVisible].map(({ length }) => length)).toEqual(counts);
  });
});

describe("of the e-mails about an upload, [lost, duplicated, half visible] are", () => {
  const { outcome: unknown } = perhaps;
  test.each([
    ["acknowledged, with its e-mail", "acknowledged" as const, ["a"], 0, [0, 0, 0]],
    ["acknowledged, without an e-mail", "acknowledged" as const, [], 0, [1, 0, 0]],
    ["acknowledged, with two e-mails", "acknowledged" as const, ["a", "b"], 0, [0, 1, 0]],
    ["unknown, without an e-mail", unknown, [], 0, [0, 0, 0]],
    ["refused, with an e-mail", "refused" as const, ["a"], 0, [0, 0, 1]],
    ["repeated once in one crash", "acknowledged" as const, ["a"], 1, [0, 0, 0]],
    ["repeated twice in one crash", "acknowledged" as const, ["a"], 2, [0, 1, 0]],
  ])("%s", (_, outcome, ids, repeats, counts) => {
    const uploads = [{ ...uploaded, outcome }];
    const order: OrderWrite = { kind: "order", outcome: "acknowledged", key: undefined, id: 1, uploads };
    const relay = { emailsOf: () => new Map(ids.map((id) => [id, 1])), repeats: () => repeats };
    const tally = newTally();
    judgeMail([order], relay, { crashes: 1, to: tally });
    expect([tally.lost.length, tally.duplicated.length, tally.halfVisible.length]).toEqual(counts);
  });
});

test("every violation is a counter above zero and a line that describes it", () => {
  const tally = newTally();
  for (const [name, cases] of Object.entries(tally))
    if (Array.isArray(cases) && !["failures", "excused", "unanswered", "recoveries"].includes(name))
      cases.push(`about ${name}` as never);
  expect(Object.values(violations(tally)).every((cases) => cases.length === 1)).toBe(true);
  const report = reportOf(tally);
  for (const cases of Object.values(violations(tally))) expect(report).toContain(`: ${cases[0]}`);
});
