import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import {
  buyer,
  ids,
  invoicesService,
  multipart,
  type Part,
  pdf,
  readOnlySeller,
  seller,
  xml,
} from "../../service.fixture.ts";

const { http, sale, db } = await invoicesService();
const limit = 1_048_576;
const pathOf = (packId: number | string) => `/packs/${packId}/fiscal_documents`;
const send = (packId: number | string, parts: readonly Part[]) =>
  http.post(pathOf(packId), { as: seller, ...multipart(parts) });
const storedRows = async (packId: number) => {
  const { rows } = await db.pool.query("SELECT id FROM fiscal_documents WHERE pack_id = $1", [packId]);
  return rows.length;
};
const refused = async (packId: number | string, parts: readonly Part[], status: number, message: string) => {
  const answer = await send(packId, parts);
  expect([answer.status, answer.json<{ message: string }>().message]).toEqual([status, message]);
};
const image = pdf({ filename: "photo.png", type: "image/png" });
const huge = pdf({ content: Buffer.alloc(limit + 1) });
const oneOf = "Files Not allowed, you can upload only one file of type: ";
const tooMany = "Files Not allowed, you can upload only two files, one of each type";

describe("the error table of uploads", () => {
  const noFile = "File cannot be empty";
  const noName = "Filename cannot be empty";
  const generic = "application/octet-stream";
  it.each<[string, Part[], string]>([
    ["no part at all", [], noFile],
    ["a field where a file should be", [pdf({ filename: undefined, type: undefined })], noFile],
    ["a file of another field", [pdf({ name: "file" })], noFile],
    ["an empty file", [pdf({ content: "" })], noFile],
    ["another type", [image], "File type: image/png is not allowed"],
    ["no type", [pdf({ type: undefined })], "File type: text/plain is not allowed"],
    ["a byte too many", [huge], "File Not allowed, exceeds maximum size"],
    ["three files", [pdf(), xml(), pdf()], tooMany],
    ["an empty name", [pdf({ filename: "" })], noName],
    ["a blank name", [pdf({ filename: "  " })], noName],
    ["a name of a character without width", [pdf({ filename: "\u200b" })], noName],
    ["an empty name without a type", [pdf({ filename: "", type: undefined })], noName],
    ["an empty name with a generic type", [pdf({ filename: "", type: generic })], noName],
    ["an empty name and a long content", [pdf({ filename: "", content: Buffer.alloc(100_000) })], noName],
  ])("%s", async (_, parts, message) => {
    const { packId } = await sale();
    expectProblem(await send(packId, parts), 400, "bad_request", message);
    expect(await storedRows(packId)).toBe(0);
  });

  it.each<[string, Part[], string]>([
    ["two of one type", [pdf(), pdf()], "application/pdf"],
    ["two XMLs of different types", [xml(), xml({ type: "text/xml" })], "text/xml"],
  ])("%s", async (_, parts, type) => {
    const { packId } = await sale();
    expectProblem(await send(packId, parts), 409, "conflict", `${oneOf}${type}`);
    expect(await storedRows(packId)).toBe(0);
  });

  it("a file of a type that is there already, named as it was sent", async () => {
    const { packId } = await sale();
    expect((await send(packId, [xml()])).status).toBe(200);
    const message = `File Not allowed, a file already exists for the pack: ${packId} and seller: ${ids.seller} of the type: text/xml`;
    expectProblem(await send(packId, [xml({ type: "text/xml" })]), 409, "conflict", message);
    expectProblem(await send(packId, [pdf(), xml({ type: "text/xml" })]), 409, "conflict", message);
    expect(await storedRows(packId)).toBe(1);
  });

  it("a pack that is full", async () => {
    const { packId } = await sale();
    expect((await send(packId, [pdf(), xml()])).status).toBe(200);
    const message = `File Not allowed, the max amount of files already exist for the pack: ${packId} and seller: ${ids.seller}`;
    expectProblem(await send(packId, [pdf()]), 409, "conflict", message);
  });

  it.each([
    ["", "pack.id must be numeric and not empty"],
    ["abc", "pack.id must be numeric and not empty"],
    ["1.5", "pack.id must be numeric and not empty"],
    ["%ff", "pack.id must be numeric and not empty"],
    ["%ZZ", "pack.id must be numeric and not empty"],
    ["%00", "pack.id must be numeric and not empty"],
    ["0", "pack.id is invalid"],
    ["000", "pack.id is invalid"],
    ["-5", "pack.id is invalid"],
    ["%2d5", "pack.id is invalid"],
    ["-9007199254740991", "pack.id is invalid"],
    ["-99999999999999999999", "pack.id is invalid"],
  ])("pack id %j, on every method", async (packId, message) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await http.request(method, pathOf(packId), { as: seller });
      expectProblem(answer, 400, "bad_request", message);
    }
  });

  it("an order that has a pack, an order without one, a pack that nobody knows", async () => {
    const { orderId } = await sale();
    expectProblem(await send(orderId, [pdf()]), 400, "bad_request", "The order belong to a pack/purchase");
    const single = await sale({}, { packed: false });
    expect((await send(single.orderId, [pdf()])).status).toBe(200);
    const denied = "Access Denied, you are not authorized.";
    expectProblem(await send(9_999_999_999, [pdf()]), 403, "forbidden", denied);
  });

  it("a percent-encoded pack id is decoded, on every method", async () => {
    const { packId } = await sale();
    const encoded = String(packId).replace(/^4/, "%34");
    expect((await send(encoded, [pdf()])).status).toBe(200);
    expect((await http.get(pathOf(encoded), { as: seller })).json()).toMatchObject({ pack_id: packId });
  });

  it("a pack id of any length is one that nobody knows", async () => {
    const long = "9".repeat(60);
    const unknown = `The pack_fiscal_document with pack_id: ${long} does not exist`;
    expectProblem(await http.get(pathOf(long), { as: seller }), 404, "not_found", unknown);
    const denied = "Access Denied, you are not authorized.";
    expectProblem(await http.post(pathOf(long), { as: seller }), 403, "forbidden", denied);
  });

  it("sites without the service", async () => {
    const brazil = await sale({ siteId: "MLB" });
    const notOnSite = "Access Denied, this API is not available on your site: MLB";
    const full = await sale({ siteId: "MLC", logisticType: "fulfillment" });
    for (const [packId, message] of [
      [brazil.packId, notOnSite],
      [full.packId, "Access denied, you must use the biller"],
    ] as const) {
      expectProblem(await send(packId, [pdf()]), 403, "forbidden", message);
      expectProblem(await http.get(pathOf(packId), { as: buyer }), 403, "forbidden", message);
      expectProblem(await http.delete(pathOf(packId), { as: seller }), 403, "forbidden", message);
    }
    const chile = await sale({ siteId: "MLC" });
    expect((await send(chile.packId, [pdf()])).status).toBe(200);
  });
});

describe("the order of checks", () => {
  it("the token comes before the pack id, the pack id before the pack, the pack before its site", async () => {
    const body = multipart([image]);
    expectProblem(await http.post(pathOf("abc"), body), 403, "access_token_not_granted");
    const readOnly = await http.post(pathOf("abc"), { as: readOnlySeller, ...body });
    expectProblem(readOnly, 403, "forbidden", "Invalid scopes");
    const brazil = await sale({ siteId: "MLB", sellerId: ids.otherSeller });
    await refused(brazil.packId, [image], 403, "Access Denied, you are not authorized.");
  });

  it("the site comes before the files, their number before what each is", async () => {
    const brazil = await sale({ siteId: "MLB" });
    await refused(brazil.packId, [image], 403, "Access Denied, this API is not available on your site: MLB");
    const { packId } = await sale();
    await refused(packId, [image, huge, pdf({ content: "" })], 400, tooMany);
    await refused(packId, [huge, pdf(), xml()], 400, tooMany);
    await refused(packId, [pdf({ filename: "" }), pdf(), pdf()], 400, tooMany);
  });

  it("of each file the name comes before the type, then emptiness and size; the first file decides", async () => {
    const { packId } = await sale();
    await refused(packId, [pdf({ filename: " ", type: "image/png" })], 400, "Filename cannot be empty");
    await refused(packId, [{ ...image, content: "" }], 400, "File type: image/png is not allowed");
    await refused(packId, [{ ...huge, type: "a/b" }], 400, "File type: a/b is not allowed");
    await refused(packId, [pdf({ content: "" }), image], 400, "File cannot be empty");
    await refused(packId, [huge, image], 400, "File Not allowed, exceeds maximum size");
  });

  it("problems of a file come before duplicates, duplicates before the state of the pack", async () => {
    const { packId } = await sale();
    await refused(packId, [pdf(), pdf({ content: "" })], 400, "File cannot be empty");
    expect((await send(packId, [pdf(), xml()])).status).toBe(200);
    await refused(packId, [pdf(), pdf()], 409, `${oneOf}application/pdf`);
    await refused(packId, [image], 400, "File type: image/png is not allowed");
  });
});

describe("sizes", () => {
  it.each([1, limit])("a file of %i bytes comes back exactly", async (size) => {
    const { packId } = await sale();
    const content = Buffer.alloc(size, "ñ");
    const answer = await send(packId, [xml({ content })]);
    expect(answer.status).toBe(200);
    const [id] = answer.json<{ ids: string[] }>().ids;
    const file = await http.get(`${pathOf(packId)}/${id}`, { as: buyer });
    expect(file.bytes.equals(content)).toBe(true);
    expect(file.headers["content-length"]).toBe(String(size));
  });

  it("two files of the full size come in one request", async () => {
    const { packId } = await sale();
    const content = Buffer.alloc(limit);
    expect((await send(packId, [pdf({ content }), xml({ content })])).status).toBe(200);
  });

  it("far over the limit, with other files or of a wrong type, have the same problems", async () => {
    const { packId } = await sale();
    const content = Buffer.alloc(5 * limit);
    const tooLarge = "File Not allowed, exceeds maximum size";
    await refused(packId, [pdf(), xml({ content })], 400, tooLarge);
    await refused(packId, [pdf({ content: Buffer.alloc(limit) }), xml({ content })], 400, tooLarge);
    await refused(packId, [pdf({ content: "" }), xml({ content })], 400, "File cannot be empty");
    await refused(packId, [{ ...image, content }], 400, "File type: image/png is not allowed");
    await refused(packId, [pdf({ filename: " ", content })], 400, "Filename cannot be empty");
    expect((await send(packId, [pdf(), xml()])).status).toBe(200);
  });
});
