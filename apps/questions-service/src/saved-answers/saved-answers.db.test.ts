import { conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { operator, otherSeller, questionsService, seller } from "../service.fixture.ts";
import { savedAnswers } from "./saved-answers.resource.ts";

const { http } = await questionsService();
const own = `/users/${3_000_000_001}/saved_answers`;
const save = (title: string, text = "Sí, hay stock.") =>
  http.post(own, { as: seller, body: { title, text } });
const saved = async (title: string) => (await save(title)).json<{ id: number }>().id;

describe("saved answers", () => {
  it("are listed by title, changed and deleted by their seller", async () => {
    const id = await saved("Stock");
    await saved("Envío");
    const { results, paging } = (await http.get(own, { as: seller })).json<{
      results: { id: number; title: string }[];
      paging: { total: number };
    }>();
    expect(results.map(({ title }) => title)).toEqual(["Envío", "Stock"]);
    expect(paging.total).toBe(2);
    const changed = await http.put(`${own}/${id}`, { as: seller, body: { text: "Quedan tres." } });
    expect(changed.json()).toMatchObject({ id, title: "Stock", text: "Quedan tres." });
    expect((await http.delete(`${own}/${id}`, { as: seller })).status).toBe(204);
    expectProblem(await http.delete(`${own}/${id}`, { as: seller }), 404, "not_found");
    expectProblem(await http.put(`${own}/${id}`, { as: seller, body: {} }), 404, "not_found");
  });

  it("have each title once, whether saved or renamed", async () => {
    await saved("Garantía");
    const id = await saved("Colores");
    expectProblem(await save("Garantía"), 409, "conflict");
    const renamed = await http.put(`${own}/${id}`, { as: seller, body: { title: "Garantía" } });
    expectProblem(renamed, 409, "conflict");
  });

  it.each([
    ["a blank title", " ", "Sí"],
    ["a long title", "a".repeat(81), "Sí"],
    ["a blank text", "Título", "\u200b"],
    ["a long text", "Título", "a".repeat(2_001)],
  ])("refuse %s", async (_what, title, text) => {
    expectProblem(await save(title, text), 400, "bad_request");
  });

  it("are seen by nobody else, operators included", async () => {
    const id = await saved("Propia");
    for (const as of [otherSeller, operator]) {
      expectProblem(await http.get(own, { as }), 403, "forbidden");
      expectProblem(await http.delete(`${own}/${id}`, { as }), 403, "forbidden");
    }
    const others = `/users/${3_000_000_002}/saved_answers/${id}`;
    expectProblem(await http.delete(others, { as: otherSeller }), 404, "not_found");
  });
});

let count = 0;
const params = { seller_id: 3_000_000_001 };
conforms(savedAnswers, {
  http,
  as: seller,
  examples: {
    listSavedAnswers: { params },
    createSavedAnswer: () => ({ params, body: { title: `Nueva ${++count}`, text: "Sí" } }),
    updateSavedAnswer: async () => ({ params: { ...params, id: await saved(`Vieja ${++count}`) }, body: {} }),
    deleteSavedAnswer: async () => ({ params: { ...params, id: await saved(`Sobra ${++count}`) } }),
  },
});
