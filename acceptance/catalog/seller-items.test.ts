import { createClient } from "@marketplace-api/client";
import { describe, expect, test, vi } from "vitest";
import { baseUrl, get, post, put } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { newItem, newUser, type Person, users } from "../api/world.ts";

const buyer = users.buyer_mla;

interface Item {
  id: string;
  status: string;
  sub_status: string[];
  [field: string]: unknown;
}
const read = async (id: string, as: Person) => (await get(`/items/${id}`, { as })).json<Item>();
const buy = (id: string, quantity: number) =>
  post("/orders", { as: buyer, body: { items: [{ id, quantity }] } });
const clientOf = ({ access_token: auth }: Person) => createClient({ baseUrl, auth });

describe("a seller's items", () => {
  test("are searched by status and read to their end by a scan, with the typed client", async () => {
    const seller = await newUser();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await newItem(seller));
    await put(`/items/${ids[0]}`, { as: seller, body: { status: "paused" } });
    const market = clientOf(seller);
    const path = { id: String(seller.id) };
    const { data } = await market.GET("/users/{id}/items/search", {
      params: { path, query: { status: "paused", include_filters: true } },
    });
    expect(data).toMatchObject({ paging: { total: 1 }, results: [ids[0]], filters: [{ id: "status" }] });
    const seen: string[] = [];
    let scroll: { scroll_id?: string } = {};
    for (;;) {
      const query = { search_type: "scan", limit: 2, ...scroll } as const;
      const { data: block } = await market.GET("/users/{id}/items/search", { params: { path, query } });
      seen.push(...(block?.results ?? []));
      if (!block?.scroll_id) break;
      scroll = { scroll_id: block.scroll_id };
    }
    expect(seen).toEqual(ids);
    const others = await get(`/users/${seller.id}/items/search`, { as: buyer });
    expectProblem(others, 403, "forbidden", "Searching another user items is restricted.");
  });

  test("are paused when they are sold out, and active again with stock", async () => {
    const seller = await newUser();
    const id = await newItem(seller, { available_quantity: 2 });
    expect((await buy(id, 2)).status).toBe(201);
    expect(await read(id, seller)).toMatchObject({ status: "paused", sub_status: ["out_of_stock"] });
    expectProblem(await buy(id, 1), 409, "conflict");
    await put(`/items/${id}`, { as: seller, body: { available_quantity: 1 } });
    expect(await read(id, seller)).toMatchObject({ status: "active", sub_status: [] });
    expect((await buy(id, 1)).status).toBe(201);
    const renamed = await put(`/items/${id}`, { as: seller, body: { title: "Otro título" } });
    expectProblem(renamed, 400, "validation_error");
  });

  test("are closed, relisted once with the visits they had, and deleted", async () => {
    const seller = await newUser();
    const id = await newItem(seller);
    await read(id, buyer);
    await read(id, seller);
    const visits = async (of: string) =>
      (await get(`/visits/items?ids=${of}`, { as: seller })).json<Record<string, number>>()[of];
    await vi.waitFor(async () => expect(await visits(id)).toBe(1), { timeout: 20_000, interval: 250 });
    await put(`/items/${id}`, { as: seller, body: { status: "closed" } });
    const body = { listing_type_id: "gold_special", price: 5_000, quantity: 2 };
    const relisted = await post(`/items/${id}/relist`, { as: seller, body });
    expect(relisted.status).toBe(201);
    const { id: next } = relisted.json<Item>();
    expect(await read(next, seller)).toMatchObject({ parent_item_id: id, tags: ["dragged_visits"] });
    expect(await visits(next)).toBeGreaterThanOrEqual(1);
    expectProblem(await post(`/items/${id}/relist`, { as: seller, body }), 400, "item.relist.invalid");
    const deleted = await put(`/items/${id}`, { as: seller, body: { deleted: "true" } });
    expect(deleted.json<Item>().sub_status).toEqual(["deleted"]);
    const left = await get(`/users/${seller.id}/items/search`, { as: seller });
    expect(left.json()).toMatchObject({ results: [next] });
  });

  test("have a listing type whose fee is known before", async () => {
    const seller = await newUser();
    const id = await newItem(seller);
    const [best] = (await get(`/items/${id}/available_upgrades`, { as: seller })).json<{ id: string }[]>();
    expect(best).toMatchObject({ id: "gold_pro" });
    const fee = await get("/sites/MLA/listing_prices?price=10000&listing_type_id=gold_pro", { as: seller });
    expect(fee.json()).toMatchObject([{ sale_fee_amount: 3_600, sale_fee_details: { percentage_fee: 36 } }]);
    const free = await post(`/items/${id}/listing_type`, { as: seller, body: { id: "free" } });
    expectProblem(free, 400, "validation_error");
    const pictures = [{ source: "https://img.example/1.jpg" }];
    await put(`/items/${id}`, { as: seller, body: { pictures } });
    const changed = await post(`/items/${id}/listing_type`, { as: seller, body: { id: "gold_pro" } });
    expect([changed.status, changed.json<Item>().listing_type_id]).toEqual([200, "gold_pro"]);
  });

  test("are not listed by a user under moderation, whose permissions say so", async () => {
    const moderated = users.seller_moderated_mla;
    const me = await get("/users/me", { as: moderated });
    expect(me.json()).toMatchObject({ status: { list: { allow: false } } });
    const answer = await post("/items/validate", {
      as: moderated,
      body: { title: "Uno", category_id: "MLA1" },
    });
    expectProblem(answer, 403, "User is unable to list.", "seller.unable_to_list");
  });
});
