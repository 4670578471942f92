import { asCaller, callers, conforms, expectProblem } from "@marketplace/testkit";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import type { ItemWire } from "../items/items.schema.ts";
import { picturesResource } from "./pictures.resource.ts";
import type { PictureWire } from "./pictures.schema.ts";
import { pictureForm } from "./upload.fixture.ts";

const jpg = await sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } })
  .jpeg()
  .toBuffer();
const { http, listPhone } = await startCatalog();
const as = callers.seller;
const source = "http://img.example/negro.jpg";

const add = async (caller = as) => {
  const answer = await http.post("/pictures", { as: caller, body: { source } });
  expect(answer.status).toBe(201);
  return answer.json<PictureWire>();
};
const pictures = async (id: string) =>
  (await http.get(`/items/${id}`, { as })).json<ItemWire>().pictures.map((each) => [each.id, each.url]);

describe("a picture by its source", () => {
  it("has an id and the addresses of its sizes, which are the source", async () => {
    const picture = await add();
    expect(picture.id).toMatch(/^\d{6}-MLA\d+_032026$/);
    const size = { size: "", url: source, secure_url: "https://img.example/negro.jpg" };
    expect(picture).toMatchObject({ variations: [size, size, size, size], max_size: "" });
    expect((await http.get(`/pictures/${picture.id}`, { as })).json()).toEqual(picture);
    expect((await http.get(`/pictures/${picture.id}/errors`, { as })).json()).toEqual([]);
  });

  it("is 404 when it is unknown, and 400 without an address", async () => {
    for (const path of ["/pictures/1-MLA1_032026", "/pictures/1-MLA1_032026/errors"])
      expectProblem(await http.get(path, { as }), 404, "not_found");
    for (const body of [
      {},
      { source: "negro.jpg" },
      { source: "ftp://img.example/1.jpg" },
      { source: "https://ana:clave@img.example/1.jpg" },
    ])
      expectProblem(await http.post("/pictures", { as, body }), 400, "bad_request");
  });

  it("that an item got is read by its id, too", async () => {
    const item = await listPhone({ pictures: [{ id: "own-of-this-item", url: source }] });
    const answer = await http.get("/pictures/own-of-this-item", { as });
    expect(answer.json()).toMatchObject({
      id: "own-of-this-item",
      variations: [{ url: source }, {}, {}, {}],
    });
    expect((await http.get("/pictures/own-of-this-item/errors", { as })).json()).toEqual([]);
    const added = await http.post(`/items/${item}/pictures`, { as, body: { source } });
    const { id } = added.json<{ id: string }>();
    expect((await http.get(`/pictures/${id}`, { as })).json()).toMatchObject({ id, max_size: "" });
  });

  it("is shown by a new item that names its id, and by its variations", async () => {
    const { id } = await add();
    const body = {
      ...itemBody("Celular con foto", leafOf("MLA-CELLPHONES").id),
      available_quantity: undefined,
      pictures: [{ id }],
      variations: [{ attribute_combinations: [{ id: "COLOR", value_name: "Negro" }], picture_ids: [id] }],
    };
    const item = (await http.post("/items", { as, body })).json<ItemWire>();
    expect(item).toMatchObject({ pictures: [{ id, url: source }], variations: [{ picture_ids: [id] }] });
  });

  it("is the reader's own, else that of the seller with the oldest item of its id, as they have it now", async () => {
    const read = async (reader = as) =>
      (await http.get("/pictures/chosen", { as: reader })).json<PictureWire>().variations[0];
    await listPhone({ pictures: [{ id: "chosen", url: source }] });
    const sellerId = 4_000_000_007;
    await listPhone({ sellerId, pictures: [{ id: "chosen", url: "https://img.example/otro.jpg" }] });
    expect(await read()).toMatchObject({ url: source });
    expect(await read(callers.buyer)).toMatchObject({ url: source });
    const own = { url: "https://img.example/otro.jpg" };
    expect(await read(asCaller({ userId: sellerId }))).toMatchObject(own);
    await listPhone({ pictures: [{ id: "chosen", url: "http://img.example/azul.jpg" }] });
    expect(await read()).toMatchObject({ url: "http://img.example/azul.jpg" });
  });

  it("belongs to its seller: an item of another one cannot name it", async () => {
    const { id } = await add(asCaller({ userId: 4_000_000_007 }));
    const item = await listPhone();
    const answer = await http.put(`/items/${item}`, { as, body: { pictures: [{ id }] } });
    expect(expectProblem(answer, 400, "validation_error").cause).toMatchObject([
      { code: "item.pictures.picture_not_found", references: ["body.pictures[0]"] },
    ]);
    expect(await pictures(item)).toEqual([["p1", "http://img.example/1.jpg"]]);
  });
});

describe("the pictures of an item", () => {
  it("are in the order of PUT, and others are removed", async () => {
    const id = await listPhone();
    const [first, second] = [await add(), await add()];
    const ids = [{ id: second.id }, { id: "p1" }, { id: first.id }];
    expect((await http.put(`/items/${id}`, { as, body: { pictures: ids } })).status).toBe(200);
    expect((await pictures(id)).map(([each]) => ({ id: each }))).toEqual(ids);
    expect((await http.put(`/items/${id}`, { as, body: { pictures: [{ id: first.id }] } })).status).toBe(200);
    expect(await pictures(id)).toEqual([[first.id, source]]);
  });

  it("keep an address that their seller gave them, whatever the picture of that id was", async () => {
    const { id: picture } = await add();
    const id = await listPhone({ pictures: [{ id: picture, url: source }] });
    const other = "https://img.example/mejor.jpg";
    const put = (body: object) => http.put(`/items/${id}`, { as, body });
    expect((await put({ pictures: [{ id: picture, source: other }] })).status).toBe(200);
    expect((await http.post(`/items/${id}/pictures`, { as, body: { source } })).status).toBe(201);
    expect((await pictures(id)).map(([, url]) => url)).toEqual([other, source]);
    expect((await put({ pictures: [{ id: picture }] })).status).toBe(200);
    expect(await pictures(id)).toEqual([[picture, other]]);
  });

  it("are added one by one, by id or source", async () => {
    const id = await listPhone();
    const { id: stored } = await add();
    const path = `/items/${id}/pictures`;
    expect((await http.post(path, { as, body: { id: stored } })).json()).toMatchObject({
      id: stored,
      url: source,
    });
    const other = "http://img.example/otra.jpg";
    const added = await http.post(path, { as, body: { source: other } });
    expect(added).toMatchObject({ status: 201 });
    expect(added.json()).toEqual({
      id: expect.any(String),
      url: other,
      secure_url: "https://img.example/otra.jpg",
      size: "",
      max_size: "",
      quality: "",
    });
    expect((await pictures(id)).map(([, url]) => url)).toEqual(["http://img.example/1.jpg", source, other]);
  });

  it.each([
    ["an unknown id", { id: "nada" }, "item.pictures.picture_not_found", "body.id"],
    ["neither id nor source", {}, "invalid_value", "body"],
    ["both", { id: "p1", source }, "invalid_value", "body"],
  ])("are not added by %s", async (_, body, code, reference) => {
    const id = await listPhone();
    const answer = await http.post(`/items/${id}/pictures`, { as, body });
    expect(expectProblem(answer, 400, "validation_error").cause).toMatchObject([
      { code, references: [reference] },
    ]);
    expect(await pictures(id)).toHaveLength(1);
  });

  it("are added once for one Idempotency-Key", async () => {
    const id = await listPhone();
    const headers = { "Idempotency-Key": `picture-${id}` };
    const send = () => http.post(`/items/${id}/pictures`, { as, headers, body: { source } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(await pictures(id)).toHaveLength(2);
  });

  it("are added by the seller only", async () => {
    const id = await listPhone();
    const answer = await http.post(`/items/${id}/pictures`, { as: callers.buyer, body: { source } });
    expectProblem(answer, 403, "forbidden");
    expect(await pictures(id)).toHaveLength(1);
  });
});

let kept: ReturnType<typeof add> | undefined;
const known = async () => {
  kept ??= add();
  return { params: { id: (await kept).id } };
};

conforms(picturesResource, {
  http,
  as,
  examples: {
    createPicture: { body: { source } },
    uploadPicture: () => pictureForm(jpg),
    downloadPicture: async () => {
      const { status, ...answer } = await http.post("/pictures/items/upload", {
        as,
        ...(await pictureForm(jpg)),
      });
      const [first] = answer.json<PictureWire>().variations;
      return { params: { name: first?.url.split("/").at(-1) ?? `no file: ${status}` } };
    },
    getPicture: known,
    listPictureErrors: known,
    addItemPicture: async () => ({ params: { id: await listPhone() }, body: { source } }),
  },
});
