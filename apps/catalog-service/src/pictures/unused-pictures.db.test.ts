import { sweep } from "@marketplace/object-store";
import { callers, expectProblem } from "@marketplace/testkit";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { itemBody, leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import type { ItemWire } from "../items/items.schema.ts";
import { removedUnused } from "./pictures.repo.ts";
import type { PictureWire } from "./pictures.schema.ts";
import { removeUnusedPictures } from "./unused-pictures.job.ts";
import { pictureForm } from "./upload.fixture.ts";

const { http, deps, clock, list } = await startCatalog();
const as = callers.seller;
const hourMs = 3_600_000;
const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#a03" } })
  .png()
  .toBuffer();

const upload = async (): Promise<PictureWire> =>
  (await http.post("/pictures/items/upload", { as, ...(await pictureForm(png)) })).json();
const body = (rest: object) => ({ ...itemBody("Celular con foto", leafOf("MLA-CELLPHONES").id), ...rest });
const listItem = async (rest: object) => {
  const answer = await http.post("/items", { as, body: body(rest) });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json<ItemWire>();
};
const isServed = async ({ id }: Pick<PictureWire, "id">) => {
  const { status } = await http.get(`/pictures/files/${id}-O.png`);
  expect([200, 404]).toContain(status);
  return status === 200;
};
/** The jobs, after so many hours. */
const after = async (hours: number) => {
  clock.advance(hours * hourMs);
  await removeUnusedPictures(deps);
  await sweep(deps);
};
const countObjects = async () => {
  let count = 0;
  for await (const _ of deps.store.list("pictures/")) count += 1;
  return count;
};

describe("an uploaded picture that no item shows", () => {
  it("is removed with its file after 48 hours, and cannot be named any more", async () => {
    const before = await countObjects();
    const picture = await upload();
    await after(47);
    expect([await isServed(picture), await countObjects()]).toEqual([true, before + 1]);
    await after(1);
    expect([await isServed(picture), await countObjects()]).toEqual([false, before]);
    expectProblem(await http.get(`/pictures/${picture.id}`, { as }), 404, "not_found");
    const answer = await http.post("/items", { as, body: body({ pictures: [{ id: picture.id }] }) });
    expect(expectProblem(answer, 400, "validation_error").cause).toMatchObject([{ cause_id: 204 }]);
  });

  it("stays for 48 hours from when it was taken off its last item", async () => {
    const picture = await upload();
    const { id } = await listItem({ pictures: [{ id: picture.id }] });
    await after(47);
    const others = { pictures: [{ source: "https://img.example/2.jpg" }] };
    expect((await http.put(`/items/${id}`, { as, body: others })).status).toBe(200);
    await after(47);
    expect(await isServed(picture)).toBe(true);
    await after(1);
    expect(await isServed(picture)).toBe(false);
  });

  it("by its address alone is no file, and stays", async () => {
    const source = "https://img.example/3.jpg";
    const { id } = (await http.post("/pictures", { as, body: { source } })).json<PictureWire>();
    await after(100);
    expect((await http.get(`/pictures/${id}`, { as })).status).toBe(200);
  });
});

describe("an uploaded picture that an item shows", () => {
  it("stays, by its id, its address, and the address in a variation", async () => {
    const pictures = [await upload(), await upload(), await upload()];
    const [own, addressed, varied] = pictures;
    await listItem({ pictures: [{ id: own?.id }] });
    await listItem({ pictures: [{ source: addressed?.variations[0]?.url }] });
    const variation = {
      attribute_combinations: [{ id: "COLOR", value_name: "Negro" }],
      picture_ids: [varied?.variations[3]?.url],
    };
    await listItem({ available_quantity: undefined, variations: [variation] });
    for (const hours of [48, 48, 48]) await after(hours);
    expect(await Promise.all(pictures.map(isServed))).toEqual([true, true, true]);
  });

  it("stays when the item names it by another picture, which has its address, or with a query", async () => {
    const [first, second, third] = [await upload(), await upload(), await upload()];
    const urlOf = ({ variations }: PictureWire) => variations[1]?.url ?? "";
    const post = (path: string, source: string) => http.post(path, { as, body: { source } });
    const again = (await post("/pictures", urlOf(first))).json<PictureWire>();
    expect(again.variations).toMatchObject(first.variations.map(({ url }) => ({ url })));
    const item = await listItem({ pictures: [{ id: again.id }] });
    expect(item.pictures.map(({ url }) => url)).toEqual([urlOf(first)]);
    await listItem({ pictures: [{ source: `${urlOf(second)}?v=1` }] });
    const withQuery = await post(`/items/${item.id}/pictures`, `${urlOf(third)}?v=1#top`);
    expect(withQuery.json()).toMatchObject({ url: urlOf(third) });
    for (const hours of [48, 48]) await after(hours);
    expect(await Promise.all([first, second, third].map(isServed))).toEqual([true, true, true]);
  });

  it("stays for an item that names another picture of its address in time", async () => {
    const picture = await upload();
    const [, { url: source } = { url: "" }] = picture.variations;
    const { id } = (await http.post("/pictures", { as, body: { source } })).json<PictureWire>();
    clock.advance(47 * hourMs);
    await listItem({ pictures: [{ id }] });
    await after(1);
    expect(await isServed(picture)).toBe(true);
  });

  it("stays on a closed item, which may be relisted", async () => {
    const picture = await upload();
    const { id } = await listItem({ pictures: [{ id: picture.id }] });
    await http.put(`/items/${id}`, { as, body: { status: "closed" } });
    await after(72);
    expect(await isServed(picture)).toBe(true);
  });

  it("is never missing, whether the item or the job comes first", async () => {
    for (let round = 0; round < 5; round += 1) {
      const picture = await upload();
      clock.advance(48 * hourMs);
      const [answer] = await Promise.all([
        http.post("/items", { as, body: body({ pictures: [{ id: picture.id }] }) }),
        removeUnusedPictures(deps),
      ]);
      await sweep(deps);
      expect([answer.status, await isServed(picture)]).toEqual(
        answer.status === 201 ? [201, true] : [400, false],
      );
    }
  });

  it("is found by an index", async () => {
    await list(...Array.from({ length: 2_000 }, () => phone()));
    await deps.db.pool.query("VACUUM ANALYZE items");
    const statement = `EXPLAIN ${removedUnused}`;
    const { rows } = await deps.db.pool.query<Record<"QUERY PLAN", string>>(statement, [
      clock.now(),
      clock.now(),
      50,
    ]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("items_picture_files_idx");
    expect(plan).not.toContain("Seq Scan on items");
  });
});
