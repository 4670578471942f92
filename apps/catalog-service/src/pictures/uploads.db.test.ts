import { sweep } from "@marketplace/object-store";
import { callers, expectProblem } from "@marketplace/testkit";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import type { ItemWire } from "../items/items.schema.ts";
import type { PictureWire } from "./pictures.schema.ts";
import { pictureForm } from "./upload.fixture.ts";

const { http, deps, listPhone } = await startCatalog();
const as = callers.seller;

const image = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } });
const jpg = await image(40, 30).jpeg().toBuffer();
const png = await image(20).png().toBuffer();

const upload = async (bytes: Buffer, { path = "/pictures/items/upload", name = "file" } = {}) =>
  http.post(path, { as, ...(await pictureForm(bytes, { name })) });
const uploaded = async (bytes: Buffer) => {
  const answer = await upload(bytes);
  expect(answer).toMatchObject({ status: 201 });
  return answer.json<PictureWire>();
};
const pathOf = (url: string) => new URL(url).pathname;
const objects = async () => {
  let count = 0;
  for await (const _ of deps.store.list("pictures/")) count += 1;
  return count;
};

describe("an uploaded picture", () => {
  it("has addresses of ours for each size, which give its bytes to everybody for good", async () => {
    const picture = await uploaded(jpg);
    expect(picture).toMatchObject({ max_size: "40x30", id: expect.stringMatching(/^\d{6}-MLA\d+_032026$/) });
    expect(picture.variations.map(({ url, size }) => [url, size])).toEqual(
      ["F", "O", "C", "I"].map((size) => [
        `http://api.example/pictures/files/${picture.id}-${size}.jpg`,
        "40x30",
      ]),
    );
    for (const { url } of picture.variations) {
      const file = await http.get(pathOf(url));
      expect(file.bytes.equals(jpg)).toBe(true);
      expect(file.headers).toMatchObject({
        "content-type": "image/jpeg",
        "cache-control": "public, max-age=31536000, immutable",
        "content-disposition": "inline",
        "x-content-type-options": "nosniff",
      });
      const again = await http.get(pathOf(url), { headers: { "If-None-Match": file.headers.etag ?? "" } });
      expect(again).toMatchObject({ status: 304, text: "" });
    }
    expect((await http.get(`/pictures/${picture.id}`, { as })).json()).toEqual(picture);
    expect((await http.get(`/pictures/${picture.id}/errors`, { as })).json()).toEqual([]);
  });

  it("is taken as a form by POST /pictures too, once per Idempotency-Key", async () => {
    const send = async (bytes: Buffer, key = "the-same-picture") => {
      // Each form has another boundary.
      const { body, headers } = await pictureForm(bytes);
      return http.post("/pictures", { as, body, headers: { ...headers, "Idempotency-Key": key } });
    };
    const [first, second] = await Promise.all([send(png), send(png)]);
    const before = await objects();
    const third = await send(png);
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect([second.json(), third.json()]).toEqual([first.json(), first.json()]);
    expect(third.headers["idempotent-replayed"]).toBe("true");
    expect(first.json()).toMatchObject({ max_size: "20x20" });
    expectProblem(await send(jpg), 409, "conflict");
    expect(await objects()).toBe(before);
    expect((await send(jpg, "another-picture")).json()).toMatchObject({ max_size: "40x30" });
    expectProblem(await send(Buffer.from("none"), "no-picture"), 400, "bad_request");
    expect((await send(png, "no-picture")).status).toBe(201);
  });

  it("is shown by a new item, by its thumbnail, and by one that adds it, at addresses that are served", async () => {
    const { id } = await uploaded(png);
    const url = (size: string) => `http://api.example/pictures/files/${id}-${size}.png`;
    const body = { ...itemBody("Celular con foto propia", leafOf("MLA-CELLPHONES").id), pictures: [{ id }] };
    const item = (await http.post("/items", { as, body })).json<ItemWire>();
    const shown = {
      id,
      url: url("O"),
      secure_url: url("O"),
      size: "20x20",
      max_size: "20x20",
      quality: "",
    };
    expect(item).toMatchObject({
      thumbnail: url("I"),
      secure_thumbnail: url("I"),
      thumbnail_id: id,
      pictures: [shown],
    });
    const other = await listPhone();
    expect((await http.post(`/items/${other}/pictures`, { as, body: { id } })).json()).toEqual(shown);
    expect((await http.get(`/items/${other}`, { as })).json<ItemWire>().pictures[1]).toEqual(shown);
  });

  it("is named in a variation by its address", async () => {
    const { id, variations } = await uploaded(png);
    const [{ url } = { url: "" }] = variations;
    const { available_quantity: _, ...body } = itemBody("Celular de dos", leafOf("MLA-CELLPHONES").id);
    const black = { attribute_combinations: [{ id: "COLOR", value_name: "Negro" }], picture_ids: [url] };
    const list = async (rest: object) => {
      const answer = await http.post("/items", { as, body: { ...body, ...rest, variations: [black] } });
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
      return answer.json<ItemWire>();
    };
    const known = await list({ pictures: [{ id }] });
    expect(known).toMatchObject({ pictures: [{ id }], variations: [{ picture_ids: [id] }] });
    const added = await list({ pictures: [] });
    expect(added.pictures.map((each) => each.url)).toEqual([url.replace("-F.", "-O.")]);
    expect(added.variations[0]?.picture_ids).toEqual([added.pictures[0]?.id]);
  });

  it("stays as it is when the item is sent back as it was read", async () => {
    const { id } = await uploaded(png);
    const body = { ...itemBody("Celular ida y vuelta", leafOf("MLA-CELLPHONES").id), pictures: [{ id }] };
    const { id: item, pictures } = (await http.post("/items", { as, body })).json<ItemWire>();
    const again = await http.put(`/items/${item}`, { as, body: { pictures } });
    expect(again.json<ItemWire>().pictures).toEqual(pictures);
    const source = pictures[0]?.url.replace("-O.", "-F.");
    const bySource = await http.put(`/items/${item}`, { as, body: { pictures: [{ source }] } });
    expect(bySource.json<ItemWire>().pictures).toMatchObject([{ url: pictures[0]?.url }]);
  });
});

describe("an upload is refused, and nothing is stored", () => {
  const wide = image(10_001, 1).png().toBuffer();
  const cut = jpg.subarray(0, jpg.length - 60);
  const damaged = Buffer.from(png);
  damaged.fill(0x55, 40, 60);
  it.each<[string, Buffer | Promise<Buffer>, number, string]>([
    ["no picture", Buffer.from("<html>"), 400, "File type is not allowed: send a JPG or a PNG"],
    ["a GIF", image(9).gif().toBuffer(), 400, "File type is not allowed: send a JPG or a PNG"],
    ["only a beginning", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 400, "The file is not a valid picture"],
    ["cut off", cut, 400, "The file is not a valid picture"],
    ["damaged", damaged, 400, "The file is not a valid picture"],
    ["empty", Buffer.alloc(0), 400, "The field 'file' is required"],
    ["too wide", wide, 400, "A picture may have at most 10000 pixels on each side"],
    [
      "too many bytes",
      Buffer.alloc(10 * 1024 * 1024 + 1, 1),
      413,
      "The body exceeds the limit of 10485760 bytes",
    ],
  ])("when it is %s", async (_, bytes, status, message) => {
    const before = await objects();
    for (const path of ["/pictures/items/upload", "/pictures"]) {
      const answer = await upload(await bytes, { path });
      expectProblem(answer, status, status === 413 ? "payload_too_large" : "bad_request", message);
    }
    expect(await objects()).toBe(before);
  });

  it("when it declares more pixels than it may have, before they are decoded", async () => {
    const bomb = Buffer.from(png);
    // The width and the height in the header, and the checksum that follows them.
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const { crc32 } = await import("node:zlib");
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expectProblem(
      await upload(bomb),
      400,
      "bad_request",
      "A picture may have at most 10000 pixels on each side",
    );
  });

  it("without a file, with another field, broken, compressed, or as JSON", async () => {
    expectProblem(await upload(jpg, { name: "picture" }), 400, "bad_request", "The field 'file' is required");
    const { body, headers } = await pictureForm(jpg);
    const path = "/pictures/items/upload";
    expectProblem(await http.post(path, { as, body: body.subarray(0, -20), headers }), 400, "bad_request");
    const zipped = { ...headers, "Content-Encoding": "gzip" };
    expectProblem(await http.post(path, { as, body, headers: zipped }), 415, "unsupported_media_type");
    expectProblem(await http.post(path, { as, body: {} }), 400, "bad_request");
    expectProblem(await http.post(path, { body, headers }), 403, "access_token_not_granted");
  });

  it("when its row cannot be made: the sweep removes the file", async () => {
    const before = await objects();
    await deps.db.pool.query(
      "ALTER TABLE pictures ADD CONSTRAINT never CHECK (object_key IS NULL) NOT VALID",
    );
    const answer = await upload(jpg);
    await deps.db.pool.query("ALTER TABLE pictures DROP CONSTRAINT never");
    expect(answer.status).toBe(500);
    expect(await objects()).toBe(before + 1);
    await deps.db.pool.query("UPDATE unowned_objects SET due_at = now()");
    await sweep(deps);
    expect(await objects()).toBe(before);
    deps.objectKeys.discard();
  });
});

describe("the file of a picture", () => {
  it("is 404 when it is unknown, or has another ending or name", async () => {
    const { id } = await uploaded(jpg);
    for (const name of ["1-MLA1_032026-O.jpg", `${id}-O.png`, `${id}-X.jpg`, `${id}.jpg`, "a"])
      expectProblem(await http.get(`/pictures/files/${name}`), 404, "not_found");
  });

  it("is sent in part, and 404 when its object is gone", async () => {
    const picture = await uploaded(jpg);
    const path = pathOf(picture.variations[0]?.url ?? "");
    const part = await http.get(path, { headers: { Range: "bytes=0-2" } });
    expect([part.status, part.bytes.toString("hex")]).toEqual([206, "ffd8ff"]);
    const beyond = await http.get(path, { headers: { Range: "bytes=99999999-" } });
    expectProblem(beyond, 416, "range_not_satisfiable");
    const key = (await deps.pictures.find(picture.id))?.file?.objectKey;
    await deps.store.delete(key ?? "");
    expectProblem(await http.get(path), 404, "not_found");
  });
});
