import { asCaller, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { buyer, ids, ordersService, seller } from "../orders.fixture.ts";
import { talk } from "./messages.fixture.ts";
import { unread } from "./unread.resource.ts";

const service = await ordersService();
const { http, sale } = service;
const { written, read } = talk(service);

const unreadOf = async (as: typeof seller, role: string) =>
  (await http.get(`/messages/unread?role=${role}&tag=post_sale`, { as })).json<{
    user_id: number;
    results: { resource: string; count: number }[];
  }>();
const resourceOf = (packId: number) => `/packs/${packId}/sellers/${ids.seller}`;

describe("unread messages", () => {
  it("are counted by conversation, by the side of the reader, until they are read", async () => {
    const [first, second] = [await sale(), await sale()];
    await written(first.packId, buyer, "Hola");
    await written(first.packId, buyer, "¿Hay alguien?");
    await written(second.packId, buyer, "Buenas");
    await written(second.packId, seller, "¡Hola!");
    expect(await unreadOf(seller, "seller")).toEqual({
      user_id: ids.seller,
      results: [
        { resource: resourceOf(second.packId), count: 1 },
        { resource: resourceOf(first.packId), count: 2 },
      ],
    });
    expect(await unreadOf(seller, "buyer")).toEqual({ user_id: ids.seller, results: [] });
    const waiting = await unreadOf(buyer, "buyer");
    expect(waiting.results).toEqual([{ resource: resourceOf(second.packId), count: 1 }]);
    await read(first.packId, seller, "");
    const left = await unreadOf(seller, "seller");
    expect(left.results).toEqual([{ resource: resourceOf(second.packId), count: 1 }]);
  });

  it("do not count what moderation hides", async () => {
    const { packId } = await sale();
    await written(packId, buyer, "mi mail es ana@correo.com");
    const answer = await http.get(`/messages/unread${resourceOf(packId)}`, { as: seller });
    expect(answer.json()).toEqual({
      user_id: ids.seller,
      results: [{ resource: resourceOf(packId), count: 0 }],
    });
  });

  it("of one conversation are counted for its sides", async () => {
    const { packId } = await sale();
    await written(packId, seller, "Hola");
    const countOf = async (as: typeof seller) =>
      (await http.get(`/messages/unread${resourceOf(packId)}?tag=post_sale`, { as })).json();
    expect(await countOf(buyer)).toMatchObject({ results: [{ count: 1 }] });
    expect(await countOf(seller)).toMatchObject({ results: [{ count: 0 }] });
  });

  it("name 500 conversations at most, those with the newest messages", async () => {
    const sellerId = ids.otherSeller;
    await service.db.execute(
      `INSERT INTO conversations (pack_id, site_id, seller_id, buyer_id)
       SELECT 9000000000 + n, 'MLA', $1, $2 FROM generate_series(1, 501) AS n`,
      [sellerId, ids.buyer],
    );
    await service.db.execute(
      `INSERT INTO messages (id, pack_id, application_id, from_id, to_id, text, status, moderation_status, first, created_at)
       SELECT gen_random_uuid(), 9000000000 + n, 1, $2, $1, 'Hola', 'available', 'clean', true, $3
       FROM generate_series(1, 501) AS n`,
      [sellerId, ids.buyer, service.clock.now()],
    );
    const { results } = await unreadOf(asCaller({ userId: sellerId }), "seller");
    expect(results).toHaveLength(500);
    expect(results[0]?.resource).toBe(`/packs/9000000501/sellers/${sellerId}`);
    expect(results.at(-1)?.resource).toBe(`/packs/9000000002/sellers/${sellerId}`);
  });

  it("need a role", async () => {
    expectProblem(await http.get("/messages/unread?tag=post_sale", { as: seller }), 400, "bad_request");
    expectProblem(await http.get("/messages/unread?role=owner", { as: seller }), 400, "bad_request");
  });
});

const { packId } = await sale();
conforms(unread, {
  http,
  as: buyer,
  examples: {
    listUnread: { query: { role: "buyer" } },
    getUnread: { params: { pack_id: packId, seller_id: ids.seller } },
  },
});
