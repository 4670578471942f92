import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, get, remove } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, type Person, users } from "../api/world.ts";
import { documents, newSale, pdf, type Sale, upload, xml } from "./packs.ts";

let sale: Sale;
let ids: string[];
const pdfBytes = "%PDF-1.4 \u0000 prueba";
const xmlBytes = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`;

beforeAll(async () => {
  sale = await newSale(2);
  const files = [
    { name: "factura 1.pdf", bytes: pdfBytes },
    { type: xml, name: "factura 1.xml", bytes: xmlBytes },
  ];
  const answer = await upload(sale, files);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  ids = answer.json<{ ids: string[] }>().ids;
});

const list = (as: Person, pack = sale.pack) => get(documents(pack), { as });
const download = (id: string | undefined, as: Person, headers = {}, pack = sale.pack): Promise<Answer> =>
  get(`${documents(pack)}/${id}`, { as, headers });

describe("the walkthrough of the documentation", () => {
  test("one id per file, of the seller and a UUID", () => {
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(id).toMatch(new RegExp(`^${sale.seller.id}_[0-9a-f-]{36}$`));
  });

  test("seller and buyer list both files", async () => {
    const listed = (await list(sale.seller)).json<{ fiscal_documents: { id: string }[] }>();
    expect(Object.keys(listed)).toEqual(["pack_id", "fiscal_documents"]);
    expect(listed).toMatchObject({ pack_id: sale.pack });
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(listed.fiscal_documents).toHaveLength(2);
    for (const one of [
      { id: ids[0], date, file_type: pdf, filename: "factura 1.pdf" },
      { id: ids[1], date, file_type: xml, filename: "factura 1.xml" },
    ])
      expect(listed.fiscal_documents).toContainEqual(one);
    expect((await list(sale.buyer)).json()).toEqual(listed);
  });

  test("both download identical bytes, in the stored type, as an attachment that runs nothing", async () => {
    for (const [n, bytes, type] of [
      [0, pdfBytes, pdf],
      [1, xmlBytes, xml],
    ] as const)
      for (const as of [sale.seller, sale.buyer]) {
        const file = await download(ids[n], as);
        expect(file.text).toBe(bytes);
        expect(file.headers.get("content-type")?.split(";")[0]).toBe(type);
        expect(file.headers.get("content-length")).toBe(String(Buffer.byteLength(bytes)));
        expect(file.headers.get("content-disposition")).toMatch(/^attachment;.*filename/);
        expect(file.headers.get("x-content-type-options")).toBe("nosniff");
        expect(file.headers.get("content-security-policy")).toMatch(/^sandbox\b/);
      }
  });

  test("a file has an ETag and ranges, and no JSONP", async () => {
    const whole = await download(ids[0], sale.buyer);
    const etag = whole.headers.get("etag") ?? "";
    expect((await download(ids[0], sale.buyer, { "If-None-Match": etag })).status).toBe(304);
    const range = await download(ids[0], sale.buyer, { Range: "bytes=1-3" });
    expect({ status: range.status, text: range.text }).toEqual({ status: 206, text: pdfBytes.slice(1, 4) });
    expect(range.headers.get("content-range")).toBe(`bytes 1-3/${Buffer.byteLength(pdfBytes)}`);
    expect((await download(ids[0], sale.buyer, { Range: "bytes=9999-" })).status).toBe(416);
    const wrapped = await get(`${documents(sale.pack)}/${ids[0]}?callback=cb`, { as: sale.buyer });
    expect(wrapped.text).toMatch(/^\/\*\*\/cb\(\[406,/);
  });

  test("the seller deletes both, is told their ids, and the list is empty from then on", async () => {
    const own = await newSale();
    const made = (await upload(own, [{}, { type: xml }])).json<{ ids: string[] }>().ids;
    const deleted = await remove(documents(own.pack), { as: own.seller });
    expect(deleted.status).toBe(200);
    const named = deleted.json<{ message: string }>().message;
    const told = /^The fiscal_documents with the following ids: (\S+), (\S+) were deleted$/
      .exec(named)
      ?.slice(1);
    expect(told?.toSorted()).toEqual(made.toSorted());
    const empty = await list(own.seller, own.pack);
    expect(empty.json()).toEqual({ pack_id: own.pack, fiscal_documents: [] });
    const nothing = `Cannot delete. The pack: ${own.pack} doesn't have a fiscal_document attached`;
    expectProblem(await remove(documents(own.pack), { as: own.seller }), 404, "not_found", nothing);
    const gone = `The fiscal_document with id: ${made[0]} does not exist`;
    expectProblem(await download(made[0], own.seller, {}, own.pack), 400, "bad_request", gone);
  });
});

describe("who may do what", () => {
  const denied = "Access Denied, you are not authorized.";
  const stranger = users.buyer2_mla;

  test("a stranger neither lists, downloads nor deletes", async () => {
    expectProblem(await list(stranger), 403, "forbidden", denied);
    expectProblem(await remove(documents(sale.pack), { as: stranger }), 403, "forbidden", denied);
    const message = `Access Denied for user with id: ${stranger.id} to the fiscal_document with id: ${ids[0]}.`;
    expectProblem(await download(ids[0], stranger), 403, "forbidden", message);
  });

  test("the buyer deletes nothing", async () => {
    expectProblem(await remove(documents(sale.pack), { as: sale.buyer }), 403, "forbidden", denied);
    expect((await list(sale.seller)).json<{ fiscal_documents: unknown[] }>().fiscal_documents).toHaveLength(
      2,
    );
  });

  test("packs never used, and packs that do not exist, have no list and nothing to delete", async () => {
    const fresh = await newSale();
    for (const pack of [fresh.pack, 7]) {
      const unused = `The pack_fiscal_document with pack_id: ${pack} does not exist`;
      expectProblem(await list(fresh.seller, pack), 404, "not_found", unused);
      expectProblem(await list(fresh.buyer, pack), 404, "not_found", unused);
      const nothing = `Cannot delete. The pack: ${pack} doesn't have a fiscal_document attached`;
      expectProblem(await remove(documents(pack), { as: fresh.seller }), 404, "not_found", nothing);
    }
  });

  test("an unknown file id is 400, one of another pack too", async () => {
    const other = await newSale();
    const message = `The fiscal_document with id: ${ids[0]} does not exist`;
    expectProblem(await download(ids[0], other.seller, {}, other.pack), 400, "bad_request", message);
    const unknown = `${sale.seller.id}_${crypto.randomUUID()}`;
    for (const id of [unknown, "nothing"])
      expectProblem(
        await download(id, sale.seller),
        400,
        "bad_request",
        `The fiscal_document with id: ${id} does not exist`,
      );
  });

  test("the fixtures are what their names say", async () => {
    const as = users.seller_mla;
    for (const pack of [fixtures.pack_empty, fixtures.pack_empty_2])
      expectProblem(
        await list(as, pack),
        404,
        "not_found",
        `The pack_fiscal_document with pack_id: ${pack} does not exist`,
      );
    for (const who of [as, users.buyer_mla])
      expect((await list(who, fixtures.pack_with_pdf)).json()).toMatchObject({
        fiscal_documents: [{ file_type: pdf }],
      });
    expect((await get(`/orders/${fixtures.order_without_pack}`, { as })).json()).toMatchObject({
      pack_id: null,
    });
    const inPack = (await get(`/orders/${fixtures.order_in_pack}`, { as })).json<{ pack_id: number }>();
    expect(inPack.pack_id).toBeGreaterThan(0);
    expect((await get(`/packs/${fixtures.pack_mlb}`, { as: users.seller_mlb })).json()).toMatchObject({
      site_id: "MLB",
    });
  });
});

describe("names", () => {
  test.each([
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ['com"illas.pdf', "pdf"],
    ["facturación ñandú 漢字.pdf", "UTF-8''factur"],
  ])("%s is given back safely", async (name, expected) => {
    const own = await newSale();
    const answer = await upload(own, [{ name }]);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    const [id] = answer.json<{ ids: string[] }>().ids;
    const header = (await download(id, own.buyer, {}, own.pack)).headers.get("content-disposition") ?? "";
    expect(header).toContain(expected);
    expect(header).not.toMatch(/\.\.|\//);
  });
});
