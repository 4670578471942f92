import { expect, test } from "vitest";
import { baseUrl, get, post, put } from "../api/api.ts";
import { newItem, users } from "../api/world.ts";
import { photo } from "../matrix/things.ts";

const { seller_mla: seller, buyer_mla: buyer } = users;

interface Picture {
  id: string;
  max_size: string;
  variations: { size: string; url: string }[];
}

test("an uploaded picture is shown by its item, and everybody reads its file", async () => {
  const uploaded = await post("/pictures/items/upload", { as: seller, body: photo() });
  expect({ status: uploaded.status, text: uploaded.text }).toMatchObject({ status: 201 });
  const { id, max_size, variations } = uploaded.json<Picture>();
  expect([max_size, variations.length]).toEqual(["1x1", 4]);
  const item = await newItem(seller);
  expect((await put(`/items/${item}`, { as: seller, body: { pictures: [{ id }] } })).status).toBe(200);
  const { pictures } = (await get(`/items/${item}`, { as: buyer })).json<{ pictures: { url: string }[] }>();
  const path = new URL(pictures[0]?.url ?? "").pathname;
  // No token, and not the test's own client: as a browser reads it.
  const answer = await fetch(new URL(path, baseUrl));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const sent = photo().get("file");
  const bytes = Buffer.from(await (sent as File).arrayBuffer());
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  const again = await fetch(new URL(path, baseUrl), {
    headers: { "If-None-Match": answer.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});
