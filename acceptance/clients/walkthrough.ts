import { expect, it } from "vitest";
import { fixtures, newItem, newUser, type Person, users } from "../api/world.ts";
import { allow, redirectUri } from "./consent.ts";

// Every created resource has an id; the assertions of the caller check the rest.
const idOf = (created: unknown): number => (created as { id: number }).id;

/** What the walkthrough reads of an order. */
interface Sale {
  shipping: { id: number };
  tags: string[];
}

/** What every public client library can do. */
export interface Library {
  /** Exchanges a code; the library uses the token from then on. */
  login(code: string, redirectUri: string): Promise<unknown>;
  refresh(): Promise<unknown>;
  get(path: string, params?: Record<string, string>): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
  put(path: string, body: object): Promise<unknown>;
  remove(path: string): Promise<unknown>;
}

/** Runs what integrations do with two signed-in libraries: a seller's and a buyer's. */
export function walkthrough(open: () => Library): void {
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

  it("buys an item, which its seller ships; both write and rate", async () => {
    const seller = users.seller_mla;
    const bought = await forBuyer.post("/orders", { items: [{ id: item, quantity: 1 }] });
    expect(bought).toMatchObject({ orders: [{ order_items: [{ item: { id: item }, quantity: 1 }] }] });
    const id = idOf((bought as { orders: unknown[] }).orders[0]);
    const read = () => forSeller.get(`/orders/${id}`) as Promise<Sale>;
    expect(await read()).toMatchObject({ id, status: "paid", buyer: { id: buyer.id } });
    expect(await forSeller.get("/orders/search", { seller: String(seller.id), q: String(id) })).toMatchObject(
      {
        results: [{ id }],
        paging: { total: 1 },
      },
    );
    const { shipping } = await read();
    for (const status of ["shipped", "delivered"]) {
      const moved = await forSeller.put(`/shipments/${shipping.id}`, { status });
      expect(moved).toMatchObject({ id: shipping.id, status });
    }
    const conversation = `/messages/packs/${id}/sellers/${seller.id}`;
    const text = "¡Gracias por tu compra!";
    await forSeller.post(conversation, { from: { user_id: seller.id }, to: { user_id: buyer.id }, text });
    expect(await forBuyer.get(conversation)).toMatchObject({ messages: [{ text }] });
    const rating = { fulfilled: true, rating: "positive", message: "Todo bien" };
    for (const side of [forSeller, forBuyer]) await side.post(`/orders/${id}/feedback`, rating);
    const given = { sale: { rating: "positive" }, purchase: { rating: "positive" } };
    expect(await forSeller.get(`/orders/${id}/feedback`)).toMatchObject(given);
    await expect.poll(async () => (await read()).tags).toContain("delivered");
  });
}
