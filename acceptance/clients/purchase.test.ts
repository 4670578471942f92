import { createClient } from "@marketplace-api/client";
import { describe, expect, it } from "vitest";
import { baseUrl, get, post } from "../api/api.ts";
import { newItem, users } from "../api/world.ts";
import { pdf } from "../matrix/things.ts";

const { seller_mla: seller, buyer_mla: buyer } = users;
const asSeller = createClient({ baseUrl, auth: seller.access_token });
const asBuyer = createClient({ baseUrl, auth: buyer.access_token });

/** The data of an answer, which must be a success. */
function dataOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.status}: ${JSON.stringify(error)}`);
  return data;
}

/** The item, once a search for its title finds it. */
async function found(item: string, title: string): Promise<{ id: string; price: number | null }> {
  const params = { path: { site_id: "MLA" }, query: { q: title } };
  let hit: { id: string; price: number | null } | undefined;
  await expect
    .poll(async () => {
      const { results } = dataOf(await asBuyer.GET("/sites/{site_id}/search", { params }));
      hit = results.find(({ id }) => id === item);
      return hit?.id;
    })
    .toBe(item);
  if (!hit) throw new Error("the search lost its hit");
  return hit;
}

describe("a purchase by our own client", () => {
  it("goes from search to delivered, with an invoice, a message and feedback", async () => {
    const title = `Lámpara de prueba ${Date.now().toString(36)}`;
    const { id: item } = await found(await newItem(seller, { title }), title);
    const bought = dataOf(await asBuyer.POST("/orders", { body: { items: [{ id: item, quantity: 2 }] } }));
    const [made] = bought.orders;
    const id = made?.id ?? 0;
    const orderId = String(id);
    const params = { params: { path: { id: orderId } } };
    const read = async () => dataOf(await asSeller.GET("/orders/{id}", params));
    const order = await read();
    expect(order).toMatchObject({
      status: "paid",
      order_items: [{ item: { id: item, title }, quantity: 2 }],
      buyer: { id: buyer.id },
      payments: [{ status: "approved" }],
    });
    const search = { params: { query: { seller: String(seller.id), q: String(id) } } };
    const { results } = dataOf(await asSeller.GET("/orders/search", search));
    expect(results.map((each) => each.id)).toEqual([id]);

    const invoice = await post(`/packs/${id}/fiscal_documents`, { as: seller, body: pdf() });
    expect(invoice.status).toBe(200);
    const billed = await asSeller.GET("/packs/{pack_id}/fiscal_documents", {
      params: { path: { pack_id: orderId } },
    });
    expect(dataOf(billed).fiscal_documents).toHaveLength(1);
    expect((await get(`/orders/${id}/billing_info`, { as: seller })).status).toBe(200);

    const conversation = { params: { path: { pack_id: orderId, seller_id: String(seller.id) } } };
    const text = "¡Hola! Ya despachamos tu compra.";
    const body = { from: { user_id: seller.id }, to: { user_id: buyer.id }, text };
    dataOf(await asSeller.POST("/messages/packs/{pack_id}/sellers/{seller_id}", { ...conversation, body }));
    const { messages } = dataOf(
      await asBuyer.GET("/messages/packs/{pack_id}/sellers/{seller_id}", conversation),
    );
    expect(messages.map((message) => message.text)).toEqual([text]);

    const path = { shipment_id: String(order.shipping.id) };
    const shipment = { params: { path } };
    const header = { "x-format-new": "true" } as const;
    const renewed = dataOf(await asSeller.GET("/shipments/{shipment_id}", { params: { path, header } }));
    expect(renewed).toMatchObject({ logistic: { mode: "me2" }, destination: { receiver_id: buyer.id } });
    const labels = { params: { query: { shipment_ids: path.shipment_id } }, parseAs: "blob" } as const;
    const label = await asSeller.GET("/shipment_labels", labels);
    expect(await dataOf(label).text()).toMatch(/^%PDF-/);
    expect(dataOf(await asSeller.GET("/shipments/{shipment_id}", shipment))).toMatchObject({
      substatus: "printed",
    });
    for (const [status, substatus] of [
      ["shipped", "out_for_delivery"],
      ["delivered", null],
    ] as const)
      dataOf(await asSeller.PUT("/shipments/{shipment_id}", { ...shipment, body: { status, substatus } }));
    await expect.poll(async () => (await read()).tags).toContain("delivered");

    const rating = { fulfilled: true, rating: "positive", message: "Todo perfecto" } as const;
    const sale = dataOf(await asSeller.POST("/orders/{id}/feedback", { ...params, body: rating }));
    dataOf(await asBuyer.POST("/orders/{id}/feedback", { ...params, body: rating }));
    const reply = { params: { path: { id: String(sale.id) } }, body: { reply: "¡Gracias!" } };
    dataOf(await asBuyer.POST("/feedback/{id}/reply", reply));
    const given = dataOf(await asSeller.GET("/orders/{id}/feedback", params));
    expect(given).toMatchObject({ sale: { reply: "¡Gracias!" }, purchase: { rating: "positive" } });
    expect(await read()).toMatchObject({ fulfilled: true, feedback: { sale: sale.id } });
  });
});
