import { beforeAll, describe, expect, it } from "vitest";
import { buyer, operator, otherBuyer, otherSeller, questionsService, seller } from "../service.fixture.ts";

const { http, ask } = await questionsService();
const callers = Object.entries({ seller, otherSeller, buyer, otherBuyer, operator });
const scopes = ["item=MLA100", "item=MLA200", "seller_id=3000000001", "seller_id=3000000002"];
const statuses = ["", "&status=UNANSWERED", "&status=ANSWERED", "&status=BANNED", "&status=UNDER_REVIEW"];

const review = (id: number, decision: string) =>
  http.post(`/questions/${id}/review`, { as: operator, body: { decision } });

beforeAll(async () => {
  // One question of each buyer in every status.
  for (const as of [buyer, otherBuyer]) {
    const asked = async () => (await ask("¿Hay?", { as })).id;
    await asked();
    await http.post("/my/questions/hidden", { as: seller, body: [await asked()] });
    await http.post("/answers", { as: seller, body: { question_id: await asked(), text: "Sí" } });
    await http.delete(`/questions/${await asked()}`, { as });
    for (const decision of ["ban", "disable", "review"]) await review(await asked(), decision);
    await ask("escribime a ana@correo.com", { as });
    await ask("¿Y este?", { as, item_id: "MLA200" });
  }
});

interface Found {
  total: number;
  questions: { id: number; status: string; deleted_from_listing: boolean; from: { id: number } }[];
}
const search = async (query: string, as: typeof seller): Promise<Found> => {
  const answer = await http.get(`/questions/search?limit=100&${query}`, { as });
  return answer.json<Found>();
};

describe("who sees what", () => {
  it.each(callers)("total and questions of every search of %s agree", async (_, as) => {
    for (const scope of scopes)
      for (const status of statuses) {
        const found = await search(`${scope}${status}`, as);
        expect(found.total, `${scope}${status}`).toBe(found.questions.length);
      }
  });

  it("shows others what is listed, and askers their own questions", async () => {
    expect((await search("item=MLA100", seller)).total).toBe(16);
    expect((await search("item=MLA100", operator)).total).toBe(16);
    const statusesOf = ({ questions }: Found) => questions.map(({ status }) => status).sort();
    const listed = ["ANSWERED", "ANSWERED", "UNANSWERED", "UNANSWERED"];
    expect(statusesOf(await search("item=MLA100", otherSeller))).toEqual(listed);
    expect(statusesOf(await search("seller_id=3000000001", otherSeller))).toEqual(listed);
    expect((await search("item=MLA100", buyer)).total).toBe(8 + 2);
  });

  it.each(callers)("a single read by %s finds exactly what a search does", async (_, as) => {
    const found = new Set((await search("item=MLA100", as)).questions.map(({ id }) => id));
    const { questions } = await search("item=MLA100", operator);
    for (const { id } of questions) {
      const { status } = await http.get(`/questions/${id}`, { as });
      expect(status).toBe(found.has(id) ? 200 : 404);
    }
  });
});
