import { conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { answers } from "../answers/answers.resource.ts";
import { blacklist } from "../blacklist/blacklist.resource.ts";
import { buyer, operator, otherBuyer, otherSeller, questionsService, seller } from "../service.fixture.ts";
import { questions } from "./questions.resource.ts";

const { http, ask, clock, recordedEvents } = await questionsService();
const validForAsking = "Invalid JSON in post body. Valid attributes are: item_id, text";
const validForAnswering = "Invalid JSON in post body. Valid attributes are: question_id, text";

describe("asking", () => {
  it("answers 201 with the question as it was asked, and records its event for the seller", async () => {
    const answer = await http.post("/questions", {
      as: buyer,
      body: { item_id: "MLA100", text: "¿Hay stock?" },
    });
    expect(answer.status).toBe(201);
    const { id, ...rest } = answer.json<{ id: number }>();
    expect(id).toBeGreaterThan(2 ** 31);
    expect(rest).toEqual({
      answer: null,
      date_created: "2026-03-10T15:00:00.000Z",
      item_id: "MLA100",
      seller_id: 3_000_000_001,
      status: "UNANSWERED",
      text: "¿Hay stock?",
      from: { id: 3_000_000_003 },
      deleted_from_listing: false,
      hold: false,
    });
    const events = await recordedEvents();
    expect(events.at(-1)).toEqual({
      topic: "questions",
      resource: `/questions/${id}`,
      user_id: 3_000_000_001,
    });
  });

  const item_id = "MLA100";
  it.each<[string, unknown, number, string, string?]>([
    ["a blank text", { item_id, text: " \n" }, 400, "text_is_null"],
    ["a text of nothing that shows", { item_id, text: "\u200b\ufeff" }, 400, "text_is_null"],
    ["a text that is null", { item_id, text: null }, 400, "text_is_null"],
    ["a text of 2001 characters", { item_id, text: "a".repeat(2001) }, 400, "invalid_question"],
    ["an unknown item", { item_id: "MLA999", text: "¿?" }, 404, "not_found", "Item with id MLA999 not found"],
    ["an id that no item can have", { item_id: "9".repeat(20_000), text: "¿?" }, 404, "not_found"],
    ["a paused item", { item_id: "MLA103", text: "¿Hay?" }, 400, "not_active_item"],
    ["a closed item", { item_id: "MLA104", text: "¿Hay?" }, 400, "not_active_item"],
    ["a missing attribute", { item_id }, 400, "invalid_post_body", validForAsking],
    ["an unknown attribute", { item_id, text: "¿Hay?", x: 1 }, 400, "invalid_post_body", validForAsking],
    ["a text that is a number", { item_id, text: 5 }, 400, "invalid_post_body", validForAsking],
    ["a NUL in the text", { item_id, text: "a\u0000b" }, 400, "invalid_post_body", validForAsking],
    ["malformed JSON", '{"item_id":', 400, "invalid_post_body", validForAsking],
    ["a lone surrogate", '{"item_id":"MLA100","text":"\\ud800"}', 400, "invalid_post_body", validForAsking],
  ])("refuses %s", async (_, body, status, error, message) => {
    expectProblem(await http.post("/questions", { as: buyer, body }), status, error, message);
  });

  it("takes 2000 characters, counted as code points", async () => {
    const answer = await http.post("/questions/", {
      as: buyer,
      body: { item_id: "MLA100", text: "😀".repeat(2000) },
    });
    expect(answer.status).toBe(201);
  });

  it("refuses questions about one's own item", async () => {
    expectProblem(
      await http.post("/questions", { as: seller, body: { item_id: "MLA100", text: "¿Hay?" } }),
      403,
      "forbidden",
    );
  });

  it("refuses a blocked asker until they are unblocked", async () => {
    const list = "/users/3000000001/questions_blacklist";
    await http.post(list, { as: seller, body: { user_id: 3_000_000_004 } });
    const refused = await http.post("/questions", {
      as: otherBuyer,
      body: { item_id: "MLA100", text: "¿Hay?" },
    });
    expectProblem(refused, 403, "forbidden", "The seller does not take questions from this user");
    await http.delete(`${list}/3000000004`, { as: seller });
    await ask("¿Hay?", { as: otherBuyer });
  });

  it("stores one question for a repeated Idempotency-Key", async () => {
    const send = () =>
      http.post("/questions", {
        as: buyer,
        body: { item_id: "MLA101", text: "Una vez" },
        headers: { "Idempotency-Key": "k1" },
      });
    const answered = await Promise.all([send(), send(), send()]);
    expect(new Set(answered.map((answer) => answer.text)).size).toBe(1);
    const found = await http.get("/questions/search?item=MLA101&from=3000000003", { as: buyer });
    expect(found.json<{ total: number }>().total).toBe(1);
  });
});

describe("a text with contact data", () => {
  it.each([
    "Llamame 1️⃣1️⃣ 4\u200b4\u200b4\u200b4 ５５５５",
    "ana (arroba) gmail (punto) com",
    "mitienda。c\u00adom",
  ])("is held however it is disguised, and stored as it was sent: %s", async (text) => {
    const held = await ask(text);
    expect(held).toMatchObject({ status: "UNDER_REVIEW", hold: true, text });
    expect((await http.get(`/questions/${held.id}`, { as: buyer })).json()).toMatchObject({ text });
  });

  it("is held for review, hidden from others and announced only when released", async () => {
    const before = (await recordedEvents()).length;
    const held = await ask("Escribime a ana@correo.com");
    expect(held).toMatchObject({ status: "UNDER_REVIEW", hold: true });
    expect(await recordedEvents()).toHaveLength(before);
    expectProblem(await http.get(`/questions/${held.id}`, { as: otherBuyer }), 404, "not_found");
    const released = await http.post(`/questions/${held.id}/review`, {
      as: operator,
      body: { decision: "approve" },
    });
    expect(released.json()).toMatchObject({ status: "UNANSWERED", hold: false });
    expect((await recordedEvents()).at(-1)?.resource).toBe(`/questions/${held.id}`);
    expect((await http.get(`/questions/${held.id}`, { as: otherBuyer })).status).toBe(200);
  });
});

describe("answering", () => {
  it("answers 200 with the whole question", async () => {
    const { id } = await ask();
    clock.advance(60_000);
    const answer = await http.post("/answers", { as: seller, body: { question_id: id, text: "Sí" } });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      id,
      status: "ANSWERED",
      answer: { text: "Sí", status: "active", date_created: "2026-03-10T11:01:00.000-04:00" },
    });
    const again = await http.post("/answers/", { as: seller, body: { question_id: id, text: "No" } });
    expectProblem(again, 400, "not_unanswered_question", `Question ${id} is not unanswered`);
  });

  it("lets one of two answers at once win", async () => {
    const { id } = await ask();
    const tries = await Promise.all(
      ["a", "b", "c"].map((text) => http.post("/answers", { as: seller, body: { question_id: id, text } })),
    );
    expect(tries.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
  });

  const beyond64Bits = '{"question_id":99999999999999999999,"text":"Sí"}';
  it.each<[string, unknown, number, string, string?]>([
    ["an unknown question", { question_id: 5_999_999_999, text: "Sí" }, 404, "not_found"],
    ["a question_id below zero", { question_id: -1, text: "Sí" }, 404, "not_found", "Question not found: -1"],
    ["a question_id that is text", { question_id: "12", text: "Sí" }, 400, "invalid_question"],
    ["an unknown question_id beyond 64 bits", beyond64Bits, 404, "not_found"],
    ["a missing question_id", { text: "Sí" }, 400, "invalid_post_body", validForAnswering],
    ["an empty text", { question_id: 5_100_000_001, text: "" }, 400, "text_is_null"],
  ])("refuses %s", async (_, body, status, error, message) => {
    expectProblem(await http.post("/answers", { as: seller, body }), status, error, message);
  });

  it("is refused to another seller", async () => {
    const { id } = await ask();
    expectProblem(
      await http.post("/answers", { as: otherSeller, body: { question_id: id, text: "Sí" } }),
      403,
      "forbidden",
    );
  });
});

describe("deleting", () => {
  it("is for the asker and the seller, while there is no answer", async () => {
    const [first, second] = [await ask(), await ask()];
    for (const as of [otherBuyer, operator])
      expectProblem(await http.delete(`/questions/${first.id}`, { as }), 403, "forbidden");
    const deleted = await http.delete(`/questions/${first.id}`, { as: buyer });
    expect(deleted.text).toBe('["Question deleted."]');
    await http.post("/answers", { as: seller, body: { question_id: second.id, text: "Sí" } });
    const refused = await http.delete(`/questions/${second.id}`, { as: seller });
    expectProblem(refused, 400, "not_unanswered_question", `Question ${second.id} must be unanswered`);
  });
});

describe("hiding", () => {
  it("takes a question out of what others see, in every accepted form of the body", async () => {
    const ids = [(await ask()).id, (await ask()).id, (await ask()).id, (await ask()).id];
    const bodies = [
      { question_ids: [ids[0]] },
      { questions_ids: [ids[1]] },
      { question_id: ids[2] },
      [ids[3]],
    ];
    for (const [index, body] of bodies.entries()) {
      const hidden = await http.post("/my/questions/hidden", { as: seller, body });
      expect(hidden.json()).toEqual({ question_ids: [ids[index]] });
      expectProblem(await http.get(`/questions/${ids[index]}`, { as: otherBuyer }), 404, "not_found");
      const own = await http.get(`/questions/${ids[index]}`, { as: seller });
      expect(own.json()).toMatchObject({ deleted_from_listing: true });
    }
  });

  it("knows no question below zero", async () => {
    for (const body of [{ question_ids: [-1] }, { questions_ids: [-1] }, { question_id: -1 }, [-1]])
      expectProblem(await http.post("/my/questions/hidden", { as: seller, body }), 404, "not_found");
  });

  it("is refused to anybody but the seller", async () => {
    const { id } = await ask();
    expectProblem(await http.post("/my/questions/hidden", { as: buyer, body: [id] }), 403, "forbidden");
  });
});

describe("an operator's review", () => {
  it("bans a question and its text with it; others may not", async () => {
    const { id } = await ask("Feo");
    expectProblem(
      await http.post(`/questions/${id}/review`, { as: seller, body: { decision: "ban" } }),
      403,
      "forbidden",
    );
    const banned = await http.post(`/questions/${id}/review`, { as: operator, body: { decision: "ban" } });
    expect(banned.json()).toMatchObject({ status: "BANNED", text: "" });
    expectProblem(
      await http.post(`/questions/${id}/review`, { as: operator, body: { decision: "approve" } }),
      409,
      "conflict",
    );
  });

  it("disables an answer and brings it back", async () => {
    const { id } = await ask();
    await http.post("/answers", { as: seller, body: { question_id: id, text: "Sí" } });
    const review = (decision: string) =>
      http.post(`/questions/${id}/review`, { as: operator, body: { decision, target: "answer" } });
    expect((await review("disable")).json()).toMatchObject({ answer: { status: "disabled", text: "Sí" } });
    expect((await review("approve")).json()).toMatchObject({ answer: { status: "active" } });
    expect((await review("ban")).json()).toMatchObject({ answer: { status: "BANNED", text: "" } });
    expectProblem(await review("review"), 409, "conflict");
  });
});

let readableId: number | undefined;
/** One question for all reads, so that their answers can be compared. */
async function readable() {
  readableId ??= (await ask()).id;
  return { params: { question_id: readableId }, query: { api_version: "4" } };
}

conforms(questions, {
  http,
  as: seller,
  examples: {
    searchQuestions: { query: { limit: "2", api_version: "4" } },
    searchReceivedQuestions: { query: { limit: "2" } },
    getQuestion: readable,
    askQuestion: { body: { item_id: "MLA100", text: "¿Hay?" }, as: buyer },
    deleteQuestion: async () => ({ params: { question_id: (await ask()).id } }),
    hideQuestions: async () => ({ body: { question_ids: [(await ask()).id] } }),
    reviewQuestion: async () => ({
      params: { question_id: (await ask()).id },
      body: { decision: "review" },
      as: operator,
    }),
  },
});

conforms(answers, {
  http,
  as: seller,
  examples: { answerQuestion: async () => ({ body: { question_id: (await ask()).id, text: "Sí" } }) },
});

conforms(blacklist, {
  http,
  as: seller,
  examples: {
    blockUser: { params: { seller_id: 3_000_000_001 }, body: { user_id: 3_000_000_077 } },
    listBlockedUsers: { params: { seller_id: 3_000_000_001 } },
    unblockUser: async () => {
      await http.post("/users/3000000001/questions_blacklist", {
        as: seller,
        body: { user_id: 3_000_000_078 },
      });
      return { params: { seller_id: 3_000_000_001, user_id: 3_000_000_078 } };
    },
    searchBlockedUsers: { params: { user_id: 3_000_000_001 }, query: { type: "blocked_by_questions" } },
  },
});
