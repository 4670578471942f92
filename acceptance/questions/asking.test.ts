import { beforeAll, describe, expect, test } from "vitest";
import { get, post, put, remove } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";

const buyer = users.buyer_mla;
let seller: Person;
let item: string;

beforeAll(async () => {
  seller = await newUser();
  item = await newItem(seller);
});

const ask = (body: unknown, as = buyer) => post("/questions", { as, body });
const answer = (body: unknown, as = seller) => post("/answers", { as, body });

describe("asking", () => {
  test("a question is 201 with the whole question", async () => {
    const asked = await ask({ text: "Sigue disponible?", item_id: item });
    expect(asked.status).toBe(201);
    const body = asked.json<{ id: number; date_created: string }>();
    expect(body).toEqual({
      id: expect.any(Number),
      answer: null,
      date_created: expect.stringMatching(/Z$|-04:00$/),
      item_id: item,
      seller_id: seller.id,
      status: "UNANSWERED",
      text: "Sigue disponible?",
      from: { id: buyer.id },
      deleted_from_listing: false,
      hold: false,
    });
    expect(body.id).toBeGreaterThan(2 ** 31);
  });

  test("both POSTs accept a trailing slash", async () => {
    const asked = await post("/questions/", { as: buyer, body: { text: "Y en rojo?", item_id: item } });
    expect(asked.status).toBe(201);
    const { id } = asked.json<{ id: number }>();
    const said = await post("/answers/", { as: seller, body: { question_id: id, text: "Sí" } });
    expect(said.status).toBe(200);
  });

  test.each(["", "   ", "\n\t"])("blank text %j is text_is_null", async (text) => {
    expectProblem(await ask({ text, item_id: item }), 400, "text_is_null");
  });

  test("a text has up to 2000 characters, counted in code points", async () => {
    expect((await ask({ text: "a".repeat(2000), item_id: item })).status).toBe(201);
    expect((await ask({ text: "🙂".repeat(2000), item_id: item })).status).toBe(201);
    expectProblem(await ask({ text: "a".repeat(2001), item_id: item }), 400, "invalid_question");
  });

  test.each([
    ["NUL", '{"text":"a\\u0000b","item_id":"MLA1400000019"}'],
    ["a lone surrogate", '{"text":"\\ud800","item_id":"MLA1400000019"}'],
  ])("a text with %s is refused", async (_, body) => {
    expect((await ask(body)).status).toBe(400);
  });

  test("an unknown item is 404 not_found", async () => {
    const answered = await ask({ text: "Hola?", item_id: "MLA9999999999" });
    expectProblem(answered, 404, "not_found", "Item with id MLA9999999999 not found");
  });

  test.each(["item_paused", "item_closed"] as const)(
    "%s takes no questions: not_active_item",
    async (name) => {
      expectProblem(await ask({ text: "Hola?", item_id: fixtures[name] }), 400, "not_active_item");
    },
  );

  test("sellers cannot ask about their own items", async () => {
    expectProblem(await ask({ text: "Hola?", item_id: item }, seller), 403, "forbidden");
  });

  test.each([
    ["{", "malformed JSON"],
    [{ text: "Hola?" }, "a missing attribute"],
    [{ text: "Hola?", item_id: "MLA1", color: 1 }, "an unknown attribute"],
    [[], "an array"],
  ])(
    "%j (%s) is invalid_post_body, and the message lists the valid attributes",
    async (body: unknown, _fault: string) => {
      expectProblem(
        await ask(body),
        400,
        "invalid_post_body",
        expect.stringMatching(/item_id.*text|text.*item_id/),
      );
    },
  );

  test.each([
    "Escribime a juan@correo.com",
    "Mirá https://tienda.example/x",
    "Llamame al +54 11 4444-5555",
    "Mi número es 11 4444 5555",
  ])("%j waits under review, as suspected spam, on hold, unseen by others", async (text) => {
    const asked = await ask({ text, item_id: item });
    const { id } = asked.json<{ id: number }>();
    expect(asked.json()).toMatchObject({ status: "UNDER_REVIEW", hold: true });
    const read = await get(`/questions/${id}?api_version=4`, { as: seller });
    expect(read.json()).toMatchObject({ status: "UNDER_REVIEW", hold: true, suspected_spam: true });
    const seen = await get(`/questions/search?item=${item}&api_version=4&limit=100`, {
      as: users.buyer2_mla,
    });
    expect(seen.text).not.toContain(String(id));
  });

  test("a plain run of digits is no phone number", async () => {
    const asked = await ask({ text: "Es el modelo 12345678901?", item_id: item });
    expect(asked.json()).toMatchObject({ status: "UNANSWERED" });
  });
});

describe("answering", () => {
  test("an answer is 200 with the whole question, answered; a second one is refused", async () => {
    const id = await newQuestion(buyer, item);
    const said = await answer({ question_id: id, text: "Sí, un año." });
    expect(said.status).toBe(200);
    expect(said.json()).toMatchObject({
      id,
      status: "ANSWERED",
      item_id: item,
      from: { id: buyer.id },
      answer: {
        text: "Sí, un año.",
        status: "active",
        date_created: expect.stringMatching(/\.\d{3}-04:00$/),
      },
    });
    const again = await answer({ question_id: id, text: "Otra" });
    expectProblem(again, 400, "not_unanswered_question", `Question ${id} is not unanswered`);
  });

  test("exactly one of many concurrent answers is stored", async () => {
    const id = await newQuestion(buyer, item);
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, n) => answer({ question_id: id, text: `${n}` })),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(7);
  });

  test("answering another seller's question is 403, an unknown one 404", async () => {
    const id = await newQuestion(buyer, item);
    expectProblem(await answer({ question_id: id, text: "Hola" }, users.seller2_mla), 403, "forbidden");
    expectProblem(await answer({ question_id: id, text: "Hola" }, buyer), 403, "forbidden");
    expectProblem(await answer({ question_id: 7, text: "Hola" }), 404, "not_found");
  });

  test.each(["abc", "1", 1.5, null])(
    "question_id %j is no integer: invalid_question",
    async (question_id) => {
      expectProblem(await answer({ question_id, text: "Hola" }), 400, "invalid_question");
    },
  );

  test("text and body have the rules of questions", async () => {
    const question_id = await newQuestion(buyer, item);
    expectProblem(await answer({ question_id, text: " " }), 400, "text_is_null");
    expectProblem(await answer({ question_id, text: "a".repeat(2001) }), 400, "invalid_question");
    const listed = expect.stringMatching(/question_id.*text/);
    expectProblem(await answer({ question_id }), 400, "invalid_post_body", listed);
    expectProblem(await answer("no"), 400, "invalid_post_body", listed);
    expectProblem(await answer({ question_id, text: "a", x: 1 }), 400, "invalid_post_body", listed);
    expect((await answer({ question_id, text: "a".repeat(2000) })).status).toBe(200);
  });
});

describe("deleting and closing", () => {
  test.each([
    ["the asker", () => buyer],
    ["the seller", () => seller],
  ])("%s deletes an unanswered question", async (_, who) => {
    const id = await newQuestion(buyer, item);
    const deleted = await remove(`/questions/${id}`, { as: who() });
    expect(deleted.status).toBe(200);
    expect(deleted.json()).toEqual(["Question deleted."]);
    expect((await get(`/questions/${id}?api_version=4`, { as: seller })).json()).toMatchObject({
      status: "DELETED",
    });
    expectProblem(await remove(`/questions/${id}`, { as: who() }), 400, "not_unanswered_question");
  });

  test("an answered question cannot be deleted", async () => {
    const id = await newQuestion(buyer, item);
    await answer({ question_id: id, text: "Sí" });
    const message = `Question ${id} must be unanswered`;
    expectProblem(await remove(`/questions/${id}`, { as: buyer }), 400, "not_unanswered_question", message);
  });

  test("other users cannot delete a question, and an unknown one is 404", async () => {
    const id = await newQuestion(buyer, item);
    expectProblem(await remove(`/questions/${id}`, { as: users.buyer2_mla }), 403, "forbidden");
    expectProblem(await remove("/questions/7", { as: buyer }), 404, "not_found");
  });

  test("closing an item closes its unanswered questions, and leaves the answered ones", async () => {
    const closing = await newItem(seller);
    const [open, answered] = [await newQuestion(buyer, closing), await newQuestion(buyer, closing, "Color?")];
    await answer({ question_id: answered, text: "Azul" });
    expect((await put(`/items/${closing}`, { as: seller, body: { status: "closed" } })).status).toBe(200);
    const statusOf = async (id: number) =>
      (await get(`/questions/${id}?attributes=status`, { as: seller })).json<{ status: string }>().status;
    await expect.poll(() => statusOf(open)).toBe("CLOSED_UNANSWERED");
    expect(await statusOf(answered)).toBe("ANSWERED");
    expectProblem(await ask({ text: "Hola?", item_id: closing }), 400, "not_active_item");
  });
});

describe("the operator's review", () => {
  const review = (id: number, body: unknown, as = users.operator) =>
    post(`/questions/${id}/review`, { as, body });

  test("releases what the moderation rule held", async () => {
    const held = (await ask({ text: "Mi mail es a@b.com", item_id: item })).json<{ id: number }>();
    expectProblem(await review(held.id, { decision: "approve" }, seller), 403, "forbidden");
    expect((await review(held.id, { decision: "approve" })).json()).toMatchObject({
      status: "UNANSWERED",
      hold: false,
    });
  });

  test("bans and disables what was held, from the queue of all sellers", async () => {
    for (const [decision, status] of [
      ["ban", "BANNED"],
      ["disable", "DISABLED"],
    ]) {
      const held = (await ask({ text: "Mi mail es a@b.com", item_id: item })).json<{ id: number }>();
      const queued = async () => {
        const path = "/questions/search?status=UNDER_REVIEW&limit=100&sort_types=DESC";
        const queue = await get(path, { as: users.operator });
        return queue.json<{ questions: { id: number }[] }>().questions.map(({ id }) => id);
      };
      expect(await queued()).toContain(held.id);
      expect((await review(held.id, { decision })).json()).toMatchObject({ status, hold: false });
      expect(await queued()).not.toContain(held.id);
    }
  });

  test("bans a question, whose text is then empty", async () => {
    const id = await newQuestion(buyer, item, "Palabras feas");
    expect((await review(id, { decision: "ban" })).json()).toMatchObject({ status: "BANNED", text: "" });
    const read = await get(`/questions/${id}?api_version=4`, { as: seller });
    expect(read.json()).toMatchObject({ status: "BANNED", text: "" });
    expectProblem(await answer({ question_id: id, text: "Hola" }), 400, "not_unanswered_question");
  });

  test("disables and bans an answer, and brings it back", async () => {
    const id = await newQuestion(buyer, item);
    await answer({ question_id: id, text: "Obvio" });
    const target = "answer";
    expect((await review(id, { decision: "disable", target })).json()).toMatchObject({
      answer: { status: "disabled" },
    });
    expect((await review(id, { decision: "approve", target })).json()).toMatchObject({
      answer: { status: "active" },
    });
    const banned = await review(id, { decision: "ban", target });
    expect(banned.json()).toMatchObject({ answer: { status: "BANNED", text: "" } });
  });

  test("refuses what is no transition, no decision, and no question", async () => {
    const id = await newQuestion(buyer, item);
    await remove(`/questions/${id}`, { as: buyer });
    const refused = await review(id, { decision: "ban" });
    expect([400, 409]).toContain(refused.status);
    expectProblem(await review(id, { decision: "burn" }), 400, "bad_request");
    expectProblem(await review(7, { decision: "ban" }), 404, "not_found");
  });
});
