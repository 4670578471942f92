import { callers, expectProblem } from "@marketplace/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import type { ItemWire } from "./items.schema.ts";

const { http, listPhone, takeEvents, deps } = await startCatalog();
const as = callers.seller;

const path = (id: string) => `/items/${id}/description`;
const send = (method: "POST" | "PUT", id: string, plain_text: string, more: object = {}) =>
  http.request(method, path(id), { as, body: { plain_text }, ...more });
const textOf = async (id: string) =>
  (await http.get(path(id), { as })).json<{ plain_text: string }>().plain_text;
const causesOf = (answer: Awaited<ReturnType<typeof send>>) =>
  expectProblem(answer, 400, "validation_error").cause;

beforeEach(async () => {
  await takeEvents();
});

describe("the description of an item", () => {
  it("is written once by POST, and answered as GET does", async () => {
    const id = await listPhone({ description: "" });
    const written = await send("POST", id, "Nuevo,\nen caja");
    expect(written.status).toBe(201);
    expect(written.json()).toEqual((await http.get(path(id), { as })).json());
    expect(written.json()).toMatchObject({ plain_text: "Nuevo,\nen caja" });
    expect(await takeEvents()).toMatchObject([{ topic: "items", resource: `/items/${id}` }]);
    expect(causesOf(await send("POST", id, "Otra"))).toMatchObject([{ code: "item.description.exists" }]);
    expect(await textOf(id)).toBe("Nuevo,\nen caja");
  });

  it("is written by exactly one of two POSTs at once", async () => {
    const id = await listPhone({ description: "" });
    const answers = await Promise.all([send("POST", id, "Una"), send("POST", id, "Otra")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  it("is replaced by PUT, which also writes the first one", async () => {
    const id = await listPhone({ description: "" });
    for (const text of ["Una", "Otra", ""]) {
      const answer = await send("PUT", id, text);
      expect([answer.status, answer.json<object>()]).toMatchObject([200, { plain_text: text }]);
      expect(await textOf(id)).toBe(text);
    }
    expect(await takeEvents()).toHaveLength(3);
    await send("PUT", id, "");
    expect(await takeEvents()).toEqual([]);
  });

  it("is removed by a blank one, so that POST can write the first again", async () => {
    const id = await listPhone({ description: "Una" });
    const blank = await send("PUT", id, " \n");
    expect([blank.status, blank.json<object>()]).toMatchObject([200, { plain_text: "" }]);
    expect((await send("POST", id, "Otra")).status).toBe(201);
  });

  it("can be sent back as it was read, changed or not, but never as HTML", async () => {
    const id = await listPhone();
    const before = (await http.get(path(id), { as })).json<object>();
    const put = (body: object) => http.put(path(id), { as, body });
    expect((await put(before)).json()).toEqual(before);
    expect((await put({ ...before, plain_text: "Otra" })).json()).toMatchObject({ plain_text: "Otra" });
    expect(causesOf(await put({ ...before, text: "<p>Otra</p>" }))).toMatchObject([
      { references: ["body.text"] },
    ]);
  });

  it("obeys If-Match", async () => {
    const id = await listPhone();
    const { etag = "" } = (await http.get(path(id), { as })).headers;
    const headers = { "If-Match": etag };
    expect((await send("PUT", id, "Una", { headers })).status).toBe(200);
    expectProblem(await send("PUT", id, "Otra", { headers }), 412, "precondition_failed");
  });

  it.each([
    ["a tag", "Un texto <b>fuerte</b>", 9],
    ["a comment", "Un <!-- nada -->", 3],
    ["an emoji", "Nuevo 🎉", 6],
    ["a sign that is shown as an emoji", "Nuevo \u2714\ufe0f", 6],
  ])("is plain text: %s is refused with its place", async (_, text, place) => {
    const id = await listPhone();
    const cause = {
      department: "items",
      cause_id: 398,
      type: "error",
      code: "item.description.type.invalid",
      references: [`plain_text[${place}]`],
      message: "The description must be in plain text",
    };
    expect(causesOf(await send("PUT", id, text))).toEqual([cause]);
    const body = { ...itemBody("Uno", leafOf("MLA-CELLPHONES").id), description: { plain_text: text } };
    expect(causesOf(await http.post("/items", { as, body }))).toEqual([
      { ...cause, references: [`body.description.plain_text[${place}]`] },
    ]);
    expect(await textOf(id)).toBe("Con garantía");
  });

  it.each(["2 < 3 > 1", "a<b", "© ® ™ 4K", "<3", "talle <= 40"])("may be %j", async (text) => {
    expect((await send("PUT", await listPhone(), text)).status).toBe(200);
  });

  it("is read in no time, however many tags are opened", async () => {
    expect((await send("PUT", await listPhone(), "<a".repeat(25_000))).status).toBe(200);
  });

  it("is not too long, and a first one is not blank", async () => {
    const id = await listPhone({ description: "" });
    expect(causesOf(await send("PUT", id, "x".repeat(50_001)))).toMatchObject([
      { code: "item.description.length.invalid", references: ["body.plain_text"] },
    ]);
    expect(causesOf(await send("POST", id, " "))).toMatchObject([{ code: "item.description.required" }]);
    const answer = await http.post(path(id), { as, body: { plaintext: "Nuevo" } });
    expect(causesOf(answer)).toMatchObject([
      { code: "required", references: ["body.plain_text"] },
      { message: "unknown field plaintext; did you mean plain_text?" },
    ]);
  });

  it("is for the seller to write, of an item that is not closed", async () => {
    const id = await listPhone();
    for (const by of [callers.otherSeller, callers.operator])
      expectProblem(await send("PUT", id, "Otra", { as: by }), 403, "forbidden");
    expectProblem(await send("POST", "MLA1", "Otra"), 404, "not_found", "Item with id MLA1 not found");
    const closed = await listPhone({ status: "closed" });
    expect(causesOf(await send("PUT", closed, "Otra"))).toMatchObject([{ code: "item.status.invalid" }]);
  });

  it("has the id that the item names, and no other", async () => {
    const id = await listPhone();
    const { descriptions } = (await http.get(`/items/${id}`, { as })).json<ItemWire>();
    const [{ id: descriptionId } = { id: "" }] = descriptions;
    const read = (item: string, description: string) =>
      http.get(`/items/${item}/descriptions/${description}`, { as: callers.buyer });
    expect((await read(id, descriptionId)).json()).toMatchObject({
      id: descriptionId,
      plain_text: "Con garantía",
    });
    const message = "Description with id 7 not found";
    expectProblem(await read(id, "7"), 404, "not_found", message);
    expectProblem(await read("MLA1", descriptionId), 404, "not_found", "Item with id MLA1 not found");
    const without = await listPhone({ description: "" });
    expectProblem(await read(without, `${without}-1`), 404, "not_found");
  });
});

describe("POST /items/validate", () => {
  const body = itemBody("Celular", leafOf("MLA-CELLPHONES").id);
  const counted = () => deps.db.client.item.count();

  it("answers 204 to an item that could be listed, and lists nothing", async () => {
    const before = await counted();
    const answer = await http.post("/items/validate", { as, body });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await counted()).toBe(before);
    expect(await takeEvents()).toEqual([]);
  });

  it.each([
    {
      ...body,
      title: "x".repeat(61),
      price: -1,
      attributes: [],
      sale_terms: [{ id: "WARRANTY_TYPE", value_id: "7" }],
    },
    { ...body, hue: "red", price: true, available_quantity: -5 },
    { title: "Celular" },
    [],
  ])("answers with all causes of POST /items otherwise", async (wrong) => {
    const [asked, listed] = await Promise.all(
      ["/items/validate", "/items"].map((target) => http.post(target, { as, body: wrong })),
    );
    expect(causesOf(asked as never).length).toBeGreaterThan(0);
    expect(asked?.json()).toEqual(listed?.json());
  });
});
