import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { sweep } from "@marketplace/object-store";
import { authorizationOf, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { buyer, ids, ordersService, seller, stranger } from "../../orders.fixture.ts";
import { talk } from "../messages.fixture.ts";
import { form, pdf, png, uploads } from "./attachments.fixture.ts";
import { attachments } from "./attachments.resource.ts";
import { removeUnused } from "./unused-attachments.job.ts";

const service = await ordersService({ env: { ATTACHMENT_MAX_BYTES: "20000" } });
/** One that ends uploads soon. */
const withShortTimeout = await ordersService({ env: { UPLOAD_TIMEOUT_SECONDS: "1" } });
const { http, sale, deps, clock } = service;
const { write, written, eventsDuring } = talk(service);
const { upload, uploaded } = uploads(http);

const pathOf = (id: string) => `/messages/attachments/${id}?tag=post_sale&site_id=MLA`;
const statusOf = async (id: string, as: typeof seller) => (await http.get(pathOf(id), { as })).status;
const invalid = "Attachment key is invalid or not found";
const objects = async ({ store } = deps) => {
  let count = 0;
  for await (const _ of store.list("message-attachments/")) count += 1;
  return count;
};

describe("an attachment", () => {
  it("is uploaded, sent with a message, and read by both sides exactly as it was", async () => {
    const { packId } = await sale();
    const id = await uploaded(seller, { filename: "Guía de uso.png", type: "image/png", content: png });
    expect(id).toMatch(new RegExp(`^${ids.seller}_[\\da-f-]{36}\\.png$`));
    const { message_attachments } = await written(packId, seller, "Te paso la guía", { attachments: [id] });
    expect(message_attachments).toEqual([
      {
        filename: id,
        original_filename: "Guía de uso.png",
        type: "image/png",
        size: png.length,
        creation_date: clock.now().toISOString(),
      },
    ]);
    for (const as of [seller, buyer]) {
      const answer = await http.get(pathOf(id), { as });
      expect(answer.bytes.equals(png)).toBe(true);
      expect(answer.headers).toMatchObject({
        "content-type": "image/png",
        "content-disposition": expect.stringMatching(/^attachment; .*Gu%C3%ADa%20de%20uso\.png$/),
        "content-security-policy": "sandbox",
        "x-content-type-options": "nosniff",
      });
    }
    const part = await http.get(pathOf(id), { as: buyer, headers: { Range: "bytes=0-7" } });
    expect([part.status, part.bytes.length]).toEqual([206, 8]);
    const message = `User access token invalid for resource ${packId}`;
    expectProblem(await http.get(pathOf(id), { as: stranger }), 403, "forbidden", message);
  });

  it("keeps its place among the files of a message", async () => {
    const { packId } = await sale();
    const files = [await uploaded(buyer), await uploaded(buyer), await uploaded(buyer)].toReversed();
    const { message_attachments } = await written(packId, buyer, "Fotos", { attachments: files });
    expect(message_attachments?.map(({ filename }) => filename)).toEqual(files);
  });

  it("that waits is its owner's only, and so is one of a moderated message", async () => {
    const { packId } = await sale();
    const id = await uploaded(seller);
    expect([await statusOf(id, seller), await statusOf(id, buyer)]).toEqual([200, 404]);
    await written(packId, seller, "Escribime a ana@correo.com", { attachments: [id] });
    expect([await statusOf(id, seller), await statusOf(id, buyer)]).toEqual([200, 404]);
    expectProblem(await http.get(pathOf("5_none.pdf"), { as: seller }), 404, "not_found", invalid);
  });

  it("belongs to one message, also of two at once", async () => {
    const { packId } = await sale();
    const id = await uploaded(seller);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => write(packId, seller, "Va la factura", { attachments: [id] })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    for (const answer of answers.filter(({ status }) => status === 422))
      expectProblem(answer, 422, "unprocessable_entity", invalid);
  });

  it("of another user, or unknown, keeps the whole message from being sent", async () => {
    const { packId } = await sale();
    const [own, foreign] = [await uploaded(seller), await uploaded(buyer)];
    const events = await eventsDuring(async () => {
      for (const key of [foreign, "5_none.pdf"]) {
        const answer = await write(packId, seller, "Hola", { attachments: [own, key] });
        expectProblem(answer, 422, "unprocessable_entity", invalid);
      }
    });
    expect(events).toEqual([]);
    await written(packId, seller, "Hola", { attachments: [own] });
  });
});

describe("an upload is refused", () => {
  it("without a file, with two, and with one that may not be sent", async () => {
    const before = await objects();
    const missing = await upload(seller, { name: "other" });
    expectProblem(missing, 400, "bad_request", "The field 'file' is required");
    const json = await http.post("/messages/attachments", { as: seller, body: {} });
    expectProblem(json, 400, "bad_request", "The field 'file' is required");
    expectProblem(await upload(seller, {}, {}), 400, "bad_request", "Send one file, in the form field file");
    const html = { filename: "a.html", type: "text/html", content: "<html>" };
    const type = "File type is not allowed: send a JPG, PNG, PDF or TXT";
    expectProblem(await upload(seller, html), 400, "bad_request", type);
    expectProblem(await upload(seller, { content: "" }), 400, "bad_request", "File cannot be empty");
    expectProblem(await upload(seller, { filename: `${"n".repeat(256)}.pdf` }), 400, "bad_request");
    await sweep(deps);
    expect(await objects()).toBe(before);
  });

  it("when it is too large, and nothing of it stays", async () => {
    const before = await objects();
    await uploaded(seller, { content: pdf.padEnd(20_000) });
    expectProblem(await upload(seller, { content: pdf.padEnd(20_001) }), 413, "payload_too_large");
    await sweep(deps);
    expect(await objects()).toBe(before + 1);
  });

  it("when the form is broken or compressed", async () => {
    const { body, headers } = await form([{}]);
    const cut = await http.post("/messages/attachments", {
      as: seller,
      body: body.subarray(0, -30),
      headers,
    });
    expectProblem(cut, 400, "bad_request");
    const zipped = { ...headers, "Content-Encoding": "gzip" };
    const answer = await http.post("/messages/attachments", { as: seller, body, headers: zipped });
    expectProblem(answer, 415, "unsupported_media_type");
  });
});

/** Begins an upload of 19,000 bytes and sends less than half of it. */
async function beginUpload({ baseUrl } = http): Promise<ClientRequest> {
  const { body, headers } = await form([{ content: pdf.padEnd(19_000) }]);
  const { port } = new URL(baseUrl);
  const sending = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/messages/attachments",
    headers: { ...headers, "Content-Length": body.length, Authorization: authorizationOf(seller) },
  });
  sending.on("error", () => {});
  sending.write(body.subarray(0, 9_000));
  return sending;
}

describe("an upload that breaks off", () => {
  it("gives its room on the disk back, and its object to the sweep", async () => {
    const { uploadDisk } = deps;
    let held = 0;
    const taken = Promise.withResolvers<number>();
    deps.uploadDisk = {
      ...uploadDisk,
      async hold(bytes) {
        held += bytes;
        taken.resolve(bytes);
        return () => {
          held -= bytes;
        };
      },
    };
    const sending = await beginUpload();
    // What the request announces, not the most that one may have.
    expect(await taken.promise).toBe(Number(sending.getHeader("Content-Length")));
    const before = await objects();
    sending.destroy();
    await expect.poll(() => held).toBe(0);
    deps.uploadDisk = uploadDisk;
    expect(await objects()).toBe(before);
  });
});

describe("an upload that takes too long", () => {
  it("is 408 when its client sends too slowly, and nothing of it stays", async () => {
    const sending = await beginUpload(withShortTimeout.http);
    const [answer] = await once(sending, "response");
    expect(answer).toHaveProperty("statusCode", 408);
    sending.destroy();
    expect(await objects(withShortTimeout.deps)).toBe(0);
  });

  it("is 503 when the store takes none of it", async () => {
    const { store } = withShortTimeout.deps;
    const { put } = store;
    store.put = (_key, _body, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const answer = await uploads(withShortTimeout.http).upload(seller, {});
    store.put = put;
    expectProblem(answer, 503, "service_unavailable");
  });
});

describe("a file without a message", () => {
  it("is removed after 48 hours, and one that was sent stays", async () => {
    const { packId } = await sale();
    await removeUnused(deps);
    const [sent, unused] = [await uploaded(seller), await uploaded(seller)];
    await written(packId, seller, "Factura", { attachments: [sent] });
    clock.advance(48 * 3_600_000 - 1);
    await removeUnused(deps);
    expect(await statusOf(unused, seller)).toBe(200);
    clock.advance(1);
    const late = await write(packId, seller, "Otra", { attachments: [unused] });
    expectProblem(late, 422, "unprocessable_entity", invalid);
    const before = await objects();
    const removed = await removeUnused(deps);
    expect(removed).toBeGreaterThan(0);
    await sweep(deps);
    expect(await objects()).toBe(before - removed);
    expect([await statusOf(unused, seller), await statusOf(sent, seller)]).toEqual([404, 200]);
  });
});

describe("a file whose object is gone", () => {
  it("is 404, to be tried again", async () => {
    const id = await uploaded(seller);
    const found = await deps.attachments.find(id);
    await deps.store.delete(found?.objectKey ?? "");
    const message = `The attachment with id: ${id} could not be retrieved from storage`;
    expectProblem(await http.get(pathOf(id), { as: seller }), 404, "not_found", message);
  });
});

conforms(attachments, {
  http,
  as: seller,
  examples: {
    uploadAttachment: async () => form([{}]),
    downloadAttachment: async () => ({ params: { attachment_id: await uploaded(seller) } }),
  },
});
