import { expect } from "vitest";
import { type Answer, post, put } from "../api/api.ts";
import { newItem, newQuestion, newUser, type Person, users } from "../api/world.ts";
import { activateFlex, itemFlex } from "../flex/flex.ts";

/** Subjects that the matrix changes. Each request gets a new one, so that tests do not affect each other. */
const { seller_mla: seller, buyer_mla: buyer } = users;

function made<T>(answer: Answer, status: number): T {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  return answer.json<T>();
}

export const item = (): Promise<string> => newItem(seller);

/** A picture of the seller. */
export const picture = async (): Promise<string> =>
  made<{ id: string }>(
    await post("/pictures", { as: seller, body: { source: "https://img.example/matrix.jpg" } }),
    201,
  ).id;

/** A variation of a color of its own. */
export const variation = (color: string) => ({
  attribute_combinations: [{ name: "Color propio", value_name: color }],
  available_quantity: 5,
});

/** An item of the seller with two variations, and the first one's id. */
export async function variedItem(): Promise<{ item: string; variation: number }> {
  const id = await item();
  const variations = [variation("Negro"), variation("Blanco")];
  const body = made<{ variations: { id: number }[] }>(
    await put(`/items/${id}`, { as: seller, body: { variations } }),
    200,
  ).variations;
  return { item: id, variation: body[0]?.id ?? 0 };
}

/** A category with an attribute, on a site that no other test reads. */
export async function category(): Promise<string> {
  const attributes = [{ id: "BRAND", name: "Marca", value_type: "string" }];
  const body = { site_id: "MEC", name: "De la matriz", attributes };
  return made<{ id: string }>(await post("/categories", { as: users.operator, body }), 201).id;
}

/** The buyer's question on a new item of the seller. */
export const question = async (): Promise<number> => newQuestion(buyer, await item());

/** An item of the seller that is on Flex. */
export async function flexItem(): Promise<string> {
  const id = await item();
  expect((await post(itemFlex(id), { as: seller })).status).toBe(204);
  return id;
}

interface Purchase {
  pack_id: number | null;
  orders: { id: number; shipment_id: number; payments: { id: number }[] }[];
}

/** An order of the buyer at the seller. */
export const purchase = async (...ids: string[]): Promise<Purchase> =>
  made(await post("/orders", { as: buyer, body: { items: ids.map((id) => ({ id, quantity: 1 })) } }), 201);

/** An order of the buyer at the seller, whose payment begins so. */
export async function newOrder(status = "approved"): Promise<Purchase["orders"][number]> {
  const body = { items: [{ id: await item(), quantity: 1 }], payment: { status } };
  const [order] = made<Purchase>(await post("/orders", { as: buyer, body }), 201).orders;
  if (!order) throw new Error("nothing was bought");
  return order;
}

/** A pack of two orders. */
export async function pack(): Promise<number> {
  const { pack_id } = await purchase(await item(), await item());
  expect(pack_id).toEqual(expect.any(Number));
  return pack_id ?? 0;
}

/** An upload of one PDF. */
export function pdf(): FormData {
  const form = new FormData();
  form.append("fiscal_document", new File(["%PDF-1.4 x"], "invoice.pdf", { type: "application/pdf" }));
  return form;
}

/** The smallest PNG: one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** A picture to upload. */
export function photo(): FormData {
  const form = new FormData();
  form.append("file", new File([Buffer.from(pixel, "base64")], "photo.png", { type: "image/png" }));
  return form;
}

/** The path of the file of an uploaded picture. */
export async function pictureFile(): Promise<string> {
  const { variations } = made<{ variations: { url: string }[] }>(
    await post("/pictures/items/upload", { as: seller, body: photo() }),
    201,
  );
  return new URL(variations[0]?.url ?? "").pathname;
}

/** A pack with a file of the seller's. */
export async function documentedPack(): Promise<{ pack: number; file: string }> {
  const id = await pack();
  const { ids } = made<{ ids: string[] }>(
    await post(`/packs/${id}/fiscal_documents`, { as: seller, body: pdf() }),
    200,
  );
  return { pack: id, file: ids[0] ?? "" };
}

/** A shipment of the seller to the buyer that is ready to ship. */
export async function shipment(of = item): Promise<number> {
  const { orders } = await purchase(await of());
  return orders[0]?.shipment_id ?? 0;
}

/** A shipped Flex shipment. */
export async function openRoute(): Promise<number> {
  const id = await shipment(flexItem);
  made(
    await put(`/shipments/${id}`, { as: seller, body: { status: "shipped", substatus: "out_for_delivery" } }),
    200,
  );
  return id;
}

/** A new seller with Flex, and the service id. */
export async function flexSeller(): Promise<{ as: Person; service: number }> {
  const as = await newUser();
  await newItem(as);
  return { as, service: await activateFlex(as) };
}

/** Creates a value once, on first use. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let present: Promise<T> | undefined;
  return () => {
    present ??= make();
    return present;
  };
}
