import { describe, expect, it } from "vitest";
import { seedDemo } from "./seed.ts";
import { buyer, questionsService, seller } from "./service.fixture.ts";

const { http, deps, clock } = await questionsService();

describe("the demo of questions", () => {
  it("holds the fixtures, a few thousand questions and response times that show something", async () => {
    const demoUsers = Array.from({ length: 40 }, (_, index) => 3_100_000_000 + index);
    const { fixtures } = await seedDemo(deps, {
      users: { buyer_mla: { id: 3_000_000_003 }, buyer2_mla: { id: 3_000_000_004 } },
      applications: { default: { id: 7_000_000_001 } },
      items: { item_active: "MLA100", item_vehicle: "MLA102", item_closed: "MLA104", item_seller2: "MLA200" },
      demoUsers,
      now: clock.now(),
    });
    const read = async (name: string) => {
      const answer = await http.get(`/questions/${fixtures[name]}`, { as: buyer });
      return answer.json<{ item_id: string; status: string }>();
    };
    expect(await read("question_unanswered")).toMatchObject({ item_id: "MLA100", status: "UNANSWERED" });
    expect(await read("question_answered")).toMatchObject({ item_id: "MLA100", status: "ANSWERED" });
    expect(await read("question_vehicle")).toMatchObject({ item_id: "MLA102", status: "UNANSWERED" });

    const received = await http.get("/my/received_questions/search?limit=0", { as: seller });
    expect(received.json<{ total: number }>().total).toBeGreaterThan(2_000);
    const sums = await deps.responseTimes.sums(3_000_000_001, clock.now());
    expect(sums).toHaveLength(4);
    for (const { questions } of sums) expect(questions).toBeGreaterThanOrEqual(3);
  });
});
