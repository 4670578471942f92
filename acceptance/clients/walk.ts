import { expect, it } from "vitest";
import { fixtures, newItem, newUser, type Person, users } from "../api/world.ts";
import { allow, redirectUri } from "./consent.ts";

// Every created resource has an id; the assertions of the caller check the rest.
const idOf = (question: unknown): number => (question as { id: number }).id;

/** What every public client library can do. */
export interface Library {
  /** Exchanges a code; the library uses the token from then on. */
  login(code: string, redirectUri: string): Promise<unknown>;
  refresh(): Promise<unknown>;
  get(path: string, params?: Record<string, string>): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
  remove(path: string): Promise<unknown>;
}

/** Runs what integrations do with two signed-in libraries: a seller's and a buyer's. */
export function walk(open: () => Library): void {
  const [forSeller, forBuyer] = [open(), open()];
  let buyer: Person;
  let item = "";

  it("logs in with an authorization code", async () => {
    buyer = await newUser();
    item = await newItem(users.seller_mla);
    const { id } = users.seller_mla;
    expect(await forSeller.login(await allow(users.seller_mla), redirectUri)).toMatchObject({ user_id: id });
    expect(await forBuyer.login(await allow(buyer), redirectUri)).toMatchObject({ user_id: buyer.id });
  });

  it("renews its tokens, and goes on with the new ones", async () => {
    const { id } = users.seller_mla;
    const refresh_token = expect.stringMatching(/^TG-/);
    expect(await forSeller.refresh()).toMatchObject({ token_type: "Bearer", user_id: id, refresh_token });
    expect(await forSeller.get("/users/me")).toMatchObject({ id });
  });

  it("reads its user, and another one without private fields", async () => {
    const { id, nickname } = users.seller_mla;
    expect(await forSeller.get("/users/me")).toMatchObject({ id, nickname, email: expect.any(String) });
    expect(await forBuyer.get(`/users/${id}`)).not.toHaveProperty("email");
  });

  it("reads an item, and several at once", async () => {
    expect(await forBuyer.get(`/items/${item}`)).toMatchObject({ id: item, status: "active" });
    const several = await forBuyer.get("/items", { ids: `${item},${fixtures.item_active}` });
    expect(several).toMatchObject([{ code: 200, body: { id: item } }, { code: 200 }]);
  });

  it("reads categories and their attributes", async () => {
    const roots = await forBuyer.get("/sites/MLA/categories");
    expect(roots).toContainEqual(expect.objectContaining({ id: fixtures.category_root }));
    const leaf = await forBuyer.get(`/categories/${fixtures.category_leaf}`);
    expect(leaf).toMatchObject({ id: fixtures.category_leaf, children_categories: [] });
    const attributes = await forBuyer.get(`/categories/${fixtures.category_vehicles}/attributes`);
    expect(attributes).toContainEqual(expect.objectContaining({ id: "BRAND" }));
  });

  it("predicts the category of a title", async () => {
    const params = { q: "celular samsung galaxy", limit: "3" };
    const predicted = await forSeller.get("/sites/MLA/domain_discovery/search", params);
    expect(predicted).toContainEqual(
      expect.objectContaining({ category_id: expect.stringMatching(/^MLA\d+$/) }),
    );
  });

  it("asks a question, which the seller finds and answers", async () => {
    const asked = await forBuyer.post("/questions", { text: "¿Tiene garantía?", item_id: item });
    expect(asked).toMatchObject({ status: "UNANSWERED", item_id: item, from: { id: buyer.id } });
    const id = idOf(asked);
    const found = await forSeller.get("/questions/search", { item, api_version: "4" });
    expect(found).toMatchObject({ total: 1, questions: [{ id, status: "UNANSWERED" }] });
    const answered = await forSeller.post("/answers", { question_id: id, text: "Sí, de un año" });
    expect(answered).toMatchObject({
      id,
      status: "ANSWERED",
      answer: { text: "Sí, de un año", status: "active" },
    });
    expect(await forBuyer.get(`/questions/${id}`, { api_version: "4" })).toMatchObject({
      status: "ANSWERED",
    });
  });

  it("deletes a question", async () => {
    const id = idOf(await forBuyer.post("/questions", { text: "¿Hay otro color?", item_id: item }));
    expect(await forBuyer.remove(`/questions/${id}`)).toEqual(["Question deleted."]);
  });
}
