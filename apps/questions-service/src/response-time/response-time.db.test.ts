import { conforms, expectProblem } from "@marketplace/testkit";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { buyer, operator, otherSeller, questionsService, seller } from "../service.fixture.ts";
import { periodAt } from "./periods.rules.ts";
import { responseTime } from "./response-time.resource.ts";
import { salesPercentIncrease } from "./response-time.rules.ts";

const { http, ask, clock, db, deps } = await questionsService();
const zone = "America/Santiago";
const sellerId = 3_000_000_001;
const record = async () => {
  const answer = await http.get(`/users/${sellerId}/questions/response_time`, { as: buyer });
  return answer.json<Record<string, { response_time: number; sales_percent_increase?: number | null }>>();
};

beforeEach(async () => {
  await db.pool.query("DELETE FROM questions");
});

interface Sample {
  item: string;
  asker: number;
  askedAt: Date;
  answeredAt: Date | null;
  status: string;
}

async function store(samples: readonly Sample[]): Promise<void> {
  for (const { item, asker, askedAt, answeredAt, status } of [...samples].sort(
    (a, b) => a.askedAt.getTime() - b.askedAt.getTime(),
  )) {
    const question = {
      siteId: "MLC",
      sellerId,
      applicationId: 1,
      text: "x",
      hold: false,
      suspectedSpam: false,
      vehicle: false,
    } as const;
    const period = periodAt(askedAt, zone);
    const given = { ...question, itemId: item, askerId: asker, heldStatus: null, askedAt, period } as const;
    const inserted = await deps.questions.ask({ ...given, status: "UNANSWERED" });
    if (typeof inserted === "string") throw new Error(`the item is ${inserted}`);
    const change = { at: answeredAt ?? askedAt, ...(answeredAt && { answerText: "y" }) };
    if (status === "UNDER_REVIEW") continue;
    await deps.questions.change(inserted.id, ["UNANSWERED"], { ...change, status: status as "ANSWERED" });
  }
}

/** The computation rules, slow and obvious: no SQL, no index, no stored flags. */
function expected(samples: readonly Sample[], now: Date) {
  const day = 24 * 3_600_000;
  const firsts = samples.filter((sample) =>
    samples.every(
      (other) =>
        other === sample ||
        other.item !== sample.item ||
        other.asker !== sample.asker ||
        other.askedAt > sample.askedAt,
    ),
  );
  const counted = firsts.filter(
    ({ askedAt, status }) =>
      askedAt.getTime() > now.getTime() - 14 * day &&
      askedAt <= now &&
      status !== "DELETED" &&
      status !== "BANNED",
  );
  const wait = ({ askedAt, answeredAt }: Sample) =>
    answeredAt
      ? answeredAt.getTime() - askedAt.getTime()
      : Math.min(now.getTime() - askedAt.getTime(), 7 * day);
  const average = (list: readonly Sample[]) =>
    list.length === 0
      ? 0
      : Math.floor(list.reduce((sum, sample) => sum + wait(sample), 0) / list.length / 60_000 + 0.5);
  const wall = (date: Date) => {
    const [weekday = "", hour = "0"] = date
      .toLocaleString("en-GB", { timeZone: zone, weekday: "short", hour: "2-digit" })
      .split(/[ ,]+/);
    return { weekend: weekday.startsWith("Sa") || weekday.startsWith("Su"), hour: Number(hour) };
  };
  const within = (test: (at: { weekend: boolean; hour: number }) => boolean) =>
    average(counted.filter(({ askedAt }) => test(wall(askedAt))));
  return {
    total: average(counted),
    weekend: within(({ weekend, hour }) => weekend && hour >= 9),
    working: within(({ weekend, hour }) => !weekend && hour >= 9 && hour < 18),
    extra: within(({ weekend, hour }) => !weekend && hour >= 18),
  };
}

// Around the end of daylight saving in Chile (5 April 2026).
const now = new Date("2026-04-09T12:34:56.789Z");
const minute = 60_000;
const sample = fc.record({
  item: fc.constantFrom("MLC1", "MLC2"),
  asker: fc.constantFrom(11, 12, 13),
  askedAt: fc
    .integer({ min: 1, max: 16 * 24 * 60 * 60 })
    .map((seconds) => new Date(now.getTime() - seconds * 1_000 - 7)),
  waited: fc.option(fc.integer({ min: 1, max: 9 * 24 * 60 }), { nil: null }),
  status: fc.constantFrom("ANSWERED", "DELETED", "BANNED", "DISABLED"),
});

describe("the response time", () => {
  it("equals the rules computed the slow way", async () => {
    clock.set(now);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(sample, { minLength: 1, maxLength: 12, selector: ({ askedAt }) => askedAt.getTime() }),
        async (drawn) => {
          await db.pool.query("DELETE FROM questions");
          const samples = drawn.map(({ waited, status, askedAt, ...rest }): Sample => {
            const answeredAt = waited === null ? null : new Date(askedAt.getTime() + waited * minute);
            const answered = answeredAt !== null && answeredAt <= now;
            return {
              ...rest,
              askedAt,
              answeredAt: answered ? answeredAt : null,
              status: !answered && status === "ANSWERED" ? "DISABLED" : status,
            };
          });
          await store(samples);
          const got = await record();
          const wanted = expected(samples, now);
          expect(
            [got.total, got.weekend, got.weekdays_working_hours, got.weekdays_extra_hours].map(
              (segment) => segment?.response_time,
            ),
          ).toEqual([wanted.total, wanted.weekend, wanted.working, wanted.extra]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("caps an unanswered question at one week and fills sales_percent_increase over an hour only", async () => {
    clock.set("2026-03-02T14:00:00.000Z");
    await ask("¿Hay?");
    clock.set("2026-03-02T15:00:00.000Z");
    expect(await record()).toMatchObject({
      user_id: sellerId,
      total: { response_time: 60 },
      weekdays_working_hours: { response_time: 60, sales_percent_increase: null },
      weekend: { response_time: 0, sales_percent_increase: null },
    });
    clock.set("2026-03-12T15:00:00.000Z");
    const late = await record();
    expect(late.total).toEqual({ response_time: 7 * 24 * 60 });
    expect(late.weekdays_working_hours?.sales_percent_increase).toBeGreaterThan(0);
  });

  it("is not found for a seller without any question", async () => {
    const answer = await http.get("/users/3000000555/questions/response_time", { as: operator });
    expectProblem(answer, 404, "not_found", "Response time not found for user id: 3000000555");
    expectProblem(
      await http.get("/users/abc/questions/response_time", { as: otherSeller }),
      400,
      "bad_request",
    );
  });

  it("is zero everywhere once all questions are older than 14 days", async () => {
    clock.set("2026-02-01T15:00:00.000Z");
    await ask("vieja");
    clock.set("2026-03-10T15:00:00.000Z");
    expect(await record()).toMatchObject({ total: { response_time: 0 }, weekend: { response_time: 0 } });
  });
});

describe("the history of the response time", () => {
  it("says for each day what the total was then, and for today what the record says", async () => {
    clock.set("2026-03-02T14:00:00.000Z");
    const { id } = await ask("¿Hay?");
    clock.set("2026-03-04T14:00:00.000Z");
    await http.post("/answers", { as: seller, body: { question_id: id, text: "Sí" } });
    clock.set("2026-03-05T14:00:59.999Z");
    const path = `/users/${sellerId}/questions/response_time/history?days=5`;
    const { days } = (await http.get(path, { as: buyer })).json<{ days: Record<string, unknown>[] }>();
    const day = 24 * 60;
    expect(days.map((each) => [each.date, each.response_time, each.questions])).toEqual([
      ["2026-03-01T14:00:00.000Z", 0, 0],
      ["2026-03-02T14:00:00.000Z", 0, 1],
      ["2026-03-03T14:00:00.000Z", day, 1],
      ["2026-03-04T14:00:00.000Z", 2 * day, 1],
      ["2026-03-05T14:00:00.000Z", 2 * day, 1],
    ]);
    expect((await record()).total?.response_time).toBe(2 * day);
  });
});

describe("sales_percent_increase", () => {
  it("is null up to an hour and then never falls", () => {
    expect(salesPercentIncrease(60)).toBeNull();
    const values = Array.from({ length: 10_020 }, (_, index) => salesPercentIncrease(61 + index) ?? -1);
    expect(
      values.every(
        (value, index) => Number.isInteger(value) && value >= 1 && value >= (values[index - 1] ?? 0),
      ),
    ).toBe(true);
  });
});

conforms(responseTime, {
  http,
  as: seller,
  examples: {
    getResponseTime: async () => {
      await ask("¿Hay?");
      return { params: { user_id: sellerId } };
    },
    getResponseTimeHistory: async () => {
      await ask("¿Hay?");
      return { params: { user_id: sellerId } };
    },
  },
});
