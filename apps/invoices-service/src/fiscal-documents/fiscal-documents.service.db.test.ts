import { Readable } from "node:stream";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import {
  buyer,
  ids,
  invoicesService,
  multipart,
  otherSeller,
  pdf,
  seller,
  stranger,
} from "../service.fixture.ts";

const { http, sale, deps, clock } = await invoicesService();
const pathOf = (packId: number | string) => `/packs/${packId}/fiscal_documents`;
async function uploaded(content = "0123456789", filename = "factura ñ.pdf") {
  const { packId, orderId } = await sale();
  const body = multipart([pdf({ content, filename })]);
  const answer = await http.post(pathOf(packId), { as: seller, ...body });
  const [id = ""] = answer.json<{ ids: string[] }>().ids;
  return { packId, orderId, id, path: `${pathOf(packId)}/${id}` };
}

describe("listing", () => {
  it("tells an unknown pack, and one that was never used, by the same 404", async () => {
    const { packId } = await sale();
    for (const id of [packId, 9_999_999_999]) {
      const message = `The pack_fiscal_document with pack_id: ${id} does not exist`;
      expectProblem(await http.get(pathOf(id), { as: seller }), 404, "not_found", message);
    }
  });

  it("a seller who loaded none of a pack's files is told so; the buyer sees them", async () => {
    const { packId } = await sale();
    await deps.unowned.announce(["fiscal-documents/other"], 60_000);
    await deps.documents.add(
      [
        {
          id: "other",
          packId,
          sellerId: ids.otherSeller,
          fileType: "text/xml",
          filename: "a.xml",
          size: 1,
          sha256: "00",
          objectKey: "fiscal-documents/other",
          createdAt: clock.now(),
        },
      ],
      "MLA",
    );
    const message = `The pack_fiscal_document with pack_id: ${packId} does not have any fiscal_document attached for the user_id: ${ids.seller}`;
    expectProblem(await http.get(pathOf(packId), { as: seller }), 404, "not_found", message);
    expect((await http.get(pathOf(packId), { as: buyer })).status).toBe(200);
    const denied = `Access Denied for user with id: ${ids.seller} to the fiscal_document with id: other.`;
    expectProblem(await http.get(`${pathOf(packId)}/other`, { as: seller }), 403, "forbidden", denied);
  });

  it("is refused to strangers", async () => {
    const { packId } = await uploaded();
    const denied = "Access Denied, you are not authorized.";
    expectProblem(await http.get(pathOf(packId), { as: stranger }), 403, "forbidden", denied);
  });

  it("an order that has a pack is no pack", async () => {
    const { orderId } = await uploaded();
    const message = "The order belong to a pack/purchase";
    for (const method of ["GET", "POST", "DELETE"])
      expectProblem(await http.request(method, pathOf(orderId), { as: seller }), 400, "bad_request", message);
  });
});

describe("deleting", () => {
  it("answers with the id, then finds nothing to delete", async () => {
    const { packId, id, path } = await uploaded();
    const deleted = await http.delete(pathOf(packId), { as: seller });
    expect(deleted.json()).toEqual({ message: `The fiscal_document with id: ${id} was deleted` });
    const nothing = `Cannot delete. The pack: ${packId} doesn't have a fiscal_document attached`;
    expectProblem(await http.delete(pathOf(packId), { as: seller }), 404, "not_found", nothing);
    const gone = `The fiscal_document with id: ${id} does not exist`;
    expectProblem(await http.get(path, { as: buyer }), 400, "bad_request", gone);
    const unknown = await http.delete(pathOf(9_999_999_999), { as: seller });
    expectProblem(unknown, 404, "not_found", /^Cannot delete. The pack: 9999999999 doesn't have/);
  });

  it("is for the pack's seller alone", async () => {
    const { packId } = await uploaded();
    for (const as of [buyer, stranger, otherSeller])
      expectProblem(
        await http.delete(pathOf(packId), { as }),
        403,
        "forbidden",
        "Access Denied, you are not authorized.",
      );
  });

  it("makes room: the same type can be uploaded again", async () => {
    const { packId } = await uploaded();
    await http.delete(pathOf(packId), { as: seller });
    const again = await http.post(pathOf(packId), { as: seller, ...multipart([pdf()]) });
    expect(again.status).toBe(200);
  });
});

describe("downloading", () => {
  it("gives the bytes with headers that keep a browser from showing them", async () => {
    const { path } = await uploaded();
    const { headers, text } = await http.get(path, { as: buyer });
    expect(text).toBe("0123456789");
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": "10",
      "content-disposition": `attachment; filename="factura _.pdf"; filename*=UTF-8''factura%20%C3%B1.pdf`,
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      etag: expect.stringMatching(/^"[\da-f]{64}"$/),
    });
  });

  it.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=5-999", 206, "56789", "bytes 5-9/10"],
    ["bytes=5-9223372036854775807", 206, "56789", "bytes 5-9/10"],
    ["bytes=-9223372036854775807", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=0-1,4-5", 200, "0123456789", undefined],
    ["bytes=5-2", 200, "0123456789", undefined],
    ["lines=1-2", 200, "0123456789", undefined],
  ])("a range %s is answered with %i", async (range, status, text, contentRange) => {
    const { path } = await shared();
    const answer = await http.get(path, { as: buyer, headers: { Range: range } });
    expect([answer.status, answer.text, answer.headers["content-range"]]).toEqual([
      status,
      text,
      contentRange,
    ]);
    expect(answer.headers["content-length"]).toBe(String(text.length));
  });

  const outside = ["bytes=10-", "bytes=9223372036854775807-", "bytes=-0"];
  it.each(outside)("a range %s outside of the file is 416", async (range) => {
    const { path } = await shared();
    const answer = await http.get(path, { as: buyer, headers: { Range: range } });
    expectProblem(answer, 416, "range_not_satisfiable");
    expect(answer.headers["content-range"]).toBe("bytes */10");
  });

  it("a range counts only for the state that If-Range names, and not for HEAD", async () => {
    const { path } = await shared();
    const { etag = "" } = (await http.head(path, { as: buyer })).headers;
    const statusWith = async (headers: Record<string, string>, method = "GET") =>
      (await http.request(method, path, { as: buyer, headers: { Range: "bytes=0-1", ...headers } })).status;
    expect(await statusWith({ "If-Range": etag })).toBe(206);
    expect(await statusWith({ "If-Range": '"other"' })).toBe(200);
    expect(await statusWith({}, "HEAD")).toBe(200);
  });

  it.each<Record<string, string>>([{}, { Range: "bytes=0-1" }, { Range: "bytes=8-" }])(
    "a file that is shorter than its row says is lost (headers %o)",
    async (headers) => {
      const { id, path } = await uploaded();
      const { objectKey = "" } = (await deps.documents.find(id)) ?? {};
      await deps.store.put(objectKey, Readable.from([Buffer.from("0123")]), {
        contentType: "application/pdf",
      });
      const message = `The fiscal_document with id: ${id} could not be retrieved from storage`;
      expectProblem(await http.get(path, { as: buyer, headers }), 404, "not_found", message);
    },
  );

  it("a file is unknown under another pack, and denied to strangers by name", async () => {
    const { id, path } = await uploaded();
    const other = await uploaded();
    const unknown = await http.get(`${pathOf(other.packId)}/${id}`, { as: seller });
    expectProblem(unknown, 400, "bad_request", `The fiscal_document with id: ${id} does not exist`);
    const denied = `Access Denied for user with id: 3000000004 to the fiscal_document with id: ${id}.`;
    expectProblem(await http.get(path, { as: stranger }), 403, "forbidden", denied);
    expectProblem(await http.get(`${pathOf(9_999_999_999)}/x`, { as: seller }), 400, "bad_request");
  });
});

let once: ReturnType<typeof uploaded> | undefined;
function shared() {
  once ??= uploaded();
  return once;
}
