import { userProfile } from "@marketplace/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { questionsService } from "../service.fixture.ts";
import { withAskers } from "./askers.service.ts";
import { type Asked, fillAskers } from "./question-json.sql.ts";
import { askerShape, questionShape } from "./questions.schema.ts";
import type { Question } from "./questions.sql.ts";

const { db, deps } = await questionsService();
const seller = { userId: 3_000_000_001, applicationId: 1, siteId: "MLA", scopes: [], roles: [] };

// Everything a text may hold: Postgres takes no NUL, and lone surrogates are refused by validation.
const text = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom('"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028</script>', "¿Ñandú? 🛵", "", " "),
  )
  .map((given) => given.replaceAll("\0", ""));
const moment = fc.date({ min: new Date("1999-12-31"), max: new Date("2099-12-31"), noInvalidDate: true });
const given = fc.record({
  text,
  answer: fc.option(fc.record({ text, status: fc.constantFrom("active", "disabled", "BANNED"), at: moment })),
  status: fc.constantFrom("UNANSWERED", "ANSWERED", "BANNED", "DELETED", "CLOSED_UNANSWERED", "DISABLED"),
  flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
  asker: fc.constantFrom(3_000_000_003, 3_000_000_004, 4_000_000_001),
  seller: fc.constantFrom(seller.userId, 3_000_000_002),
  at: moment,
});

async function store(rows: readonly (typeof given extends fc.Arbitrary<infer Given> ? Given : never)[]) {
  for (const { text, answer, status, flags, asker, seller: owner, at } of rows)
    await db.query(
      `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, hidden, hold,
        suspected_spam, vehicle, answer_text, answer_status, answered_at, created_at, updated_at, first_on_item, period)
       VALUES ('MLA100', 'MLA', $1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, false, 0)`,
      [owner, asker, status, text, ...flags, answer?.text, answer?.status, answer?.at, at],
    );
}

/** The questions with askers that have unusual texts. */
const shownOf = <Of extends Asked>(questions: readonly Of[], version4: boolean) =>
  withAskers(
    {
      identity: {
        users: async ({ ids }) =>
          ids.map((id) => userProfile(id, { last_name: "Ñu", email: 'a"b@c.example' })),
      },
      questions: {
        ...deps.questions,
        answeredCounts: async (ids) => new Map(ids.map((id) => [id, id % 7])),
      },
    },
    questions,
    { caller: seller, version4 },
  );

/** The page as the views make it. */
async function expected(questions: readonly Question[], version4: boolean): Promise<string> {
  const newestFirst = (a: Question, b: Question) =>
    b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id;
  return JSON.stringify((await shownOf(questions.toSorted(newestFirst), version4)).map(questionShape.view));
}

it.each([true, false])(
  "Postgres writes the JSON of the view, byte for byte; version 4: %s",
  async (version4) => {
    await fc.assert(
      fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 20 }), async (rows) => {
        await db.query("DELETE FROM questions");
        await store(rows);
        const ids = await db.query<{ id: number }>("SELECT id FROM questions");
        const questions = await deps.questions.findVisible(
          ids.map(({ id }) => id),
          undefined,
        );
        const order = [{ field: "date_created", direction: "DESC" }] as const;
        const found = await deps.search.page(
          { filter: { itemId: "MLA100" }, limit: 100, offset: 0, order },
          { userId: seller.userId, version4 },
        );
        const json = await fillAskers(found.questions, async (asked) =>
          (await shownOf(asked, version4)).map((shown) => JSON.stringify(askerShape.view(shown))),
        );
        expect(`[${json}]`).toBe(await expected(questions, version4));
      }),
      { numRuns: 40 },
    );
  },
);
