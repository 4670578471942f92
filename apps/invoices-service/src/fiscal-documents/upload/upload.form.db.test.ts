import { connect } from "node:net";
import { listed } from "@marketplace/object-store/conformance.fixtures";
import { authorizationOf, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import {
  formTokens,
  invoicesService,
  multipart,
  type Part,
  pdf,
  seller,
  xml,
} from "../../service.fixture.ts";
import { saidOn } from "./slow-upload.fixture.ts";

const { http, sale, db, deps, checkedTokens } = await invoicesService();
const pathOf = (packId: number) => `/packs/${packId}/fiscal_documents`;
const send = async (parts: readonly Part[], { as }: { as?: typeof seller } = { as: seller }) => {
  const { packId } = await sale();
  const answer = await http.post(pathOf(packId), { ...(as && { as }), ...multipart(parts) });
  return { packId, answer };
};
const nameOf = async (packId: number) => {
  const list = await http.get(pathOf(packId), { as: seller });
  return list.json<{ fiscal_documents: { id: string; filename: string }[] }>().fiscal_documents[0];
};

describe("the token as a form field", () => {
  const token = (content: string): Part => ({ name: "access_token", content });

  it.each(["before", "after"])("counts %s the files", async (place) => {
    const field = token(formTokens.seller);
    const { answer } = await send(place === "before" ? [field, pdf(), xml()] : [pdf(), xml(), field], {});
    expect(answer.status).toBe(200);
  });

  it("counts after too many or too large files, also without a Content-Length", async () => {
    const large = Buffer.alloc(1_200_000);
    const refused = async (files: Part[], message: RegExp) => {
      const { packId } = await sale();
      const { body, headers } = multipart([...files, token(formTokens.seller)]);
      expectProblem(await http.post(pathOf(packId), { body, headers }), 400, "bad_request", message);
      // A stream is sent in chunks, without Content-Length.
      const stream = { body: new Blob([body]).stream(), duplex: "half" } as const;
      const answer = await fetch(http.baseUrl + pathOf(packId), { method: "POST", headers, ...stream });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(message)]);
    };
    await refused([pdf({ content: large }), xml({ content: large })], /exceeds maximum size/);
    await refused([pdf({ content: large }), xml(), pdf({ content: large })], /only two files/);
  });

  it.each([
    ["nobody issued", formTokens.unknown, 401, "invalid_token", "invalid access token"],
    ["is no token at all", "some other token", 401, "invalid_token", "invalid access token"],
    ["lacks the scope write", formTokens.readOnly, 403, "forbidden", "Invalid scopes"],
    ["is a buyer's", formTokens.buyer, 403, "forbidden", "Access Denied, you are not authorized."],
    ["is empty", "", 403, "access_token_not_granted", "access_token was not sent"],
  ])(
    "that %s is refused, and nothing of its files reaches the store",
    async (_, content, status, error, message) => {
      const before = await listed(deps.store, "");
      const { packId, answer } = await send([pdf(), token(content)], {});
      expectProblem(answer, status, error, message);
      const { rows } = await db.pool.query("SELECT 1 FROM fiscal_documents WHERE pack_id = $1", [packId]);
      expect(rows).toHaveLength(0);
      expect(await listed(deps.store, "")).toEqual(before);
    },
  );

  it("is asked about only where it may be one", async () => {
    const refused = async (content: string) =>
      expectProblem((await send([pdf(), token(content)], {})).answer, 401, "invalid_token");
    await refused("ñ".repeat(2_000));
    await refused(formTokens.unknown);
    expect(checkedTokens.slice(-2)).toEqual([expect.stringMatching(/^APP_USR-/), formTokens.unknown]);
  });

  it("comes before every other check, and a token of the header before it", async () => {
    const body = multipart([pdf({ type: "image/png" }), token("some other token")]);
    expectProblem(await http.post("/packs/abc/fiscal_documents", body), 401, "invalid_token");
    for (const path of ["/packs/abc/fiscal_documents", "/packs/%ZZ/fiscal_documents"])
      expectProblem(await http.post(path, multipart([pdf()])), 403, "access_token_not_granted");
    const both = await http.post("/packs/abc/fiscal_documents", { as: seller, ...body });
    expectProblem(both, 400, "bad_request", "pack.id must be numeric and not empty");
  });

  it("is required when the body is not a form", async () => {
    const { packId } = await sale();
    for (const ask of [{}, { body: { access_token: formTokens.seller } }])
      expectProblem(await http.post(pathOf(packId), ask), 403, "access_token_not_granted");
  });
});

describe("a body that is not a valid form", () => {
  it("has no file when it is JSON, text, empty or absent", async () => {
    const { packId } = await sale();
    const form = { "Content-Type": "multipart/form-data; boundary=x" };
    for (const ask of [
      {},
      { body: { a: 1 } },
      { body: "x", headers: { "Content-Type": "text/plain" } },
      { headers: { ...form, "Content-Length": "0" } },
      { headers: { ...form, "Transfer-Encoding": "chunked" } },
    ])
      expectProblem(
        await http.post(pathOf(packId), { as: seller, ...ask }),
        400,
        "bad_request",
        "File cannot be empty",
      );
  });

  it.each([
    [
      "in a field of another name",
      [pdf({ name: "file" })],
      "wrong_field",
      /form field fiscal_document .* not in "file"$/,
    ],
    ["nowhere", [], "required", /^send the file in the form field fiscal_document/],
  ] as const)("says where the file belongs when it is %s", async (_, parts, code, message) => {
    const { packId } = await sale();
    const answer = await http.post(pathOf(packId), { as: seller, ...multipart(parts) });
    const { cause } = expectProblem(answer, 400, "bad_request", "File cannot be empty");
    expect(cause).toEqual([
      { code, message: expect.stringMatching(message), references: ["body.fiscal_document"] },
    ]);
  });

  const broken = /^The multipart body is not valid: /;
  it("without a boundary, without its end, cut in a header, or of another kind of multipart, is refused", async () => {
    const { packId } = await sale();
    const { body, headers } = multipart([pdf()], { end: false });
    const type = headers["Content-Type"];
    const cases: [string, Buffer][] = [
      ["multipart/form-data", body],
      [type, body],
      [type, body.subarray(0, 80)],
      [type.replace("form-data", "mixed"), body],
      [type, Buffer.from("no boundary in here")],
    ];
    for (const [contentType, bytes] of cases) {
      const answer = await http.post(pathOf(packId), {
        as: seller,
        body: bytes,
        headers: { "Content-Type": contentType },
      });
      expectProblem(answer, 400, "bad_request", broken);
    }
    expectProblem(await http.get(pathOf(packId), { as: seller }), 404, "not_found");
  });

  it("is refused when it is compressed", async () => {
    const { packId } = await sale();
    const { body, headers } = multipart([pdf()]);
    const packed = { ...headers, "Content-Encoding": "gzip" };
    const answer = await http.post(pathOf(packId), { as: seller, body, headers: packed });
    expectProblem(answer, 415, "unsupported_media_type");
    expectProblem(await http.get(pathOf(packId), { as: seller }), 404, "not_found");
  });

  it("is refused with ten thousand parts of any kind", async () => {
    const fields = Array.from({ length: 10_000 }, (_, n) => ({ name: `field${n}`, content: "x" }));
    expectProblem((await send(fields)).answer, 400, "bad_request", broken);
    const others = fields.map((field) => ({ ...pdf(), name: field.name }));
    expectProblem((await send(others)).answer, 400, "bad_request", broken);
    const files = fields.map(() => pdf());
    expectProblem(
      (await send(files)).answer,
      400,
      "bad_request",
      /^Files Not allowed, you can upload only two/,
    );
  });

  it("is read to 4 MiB only", async () => {
    const { answer } = await send([{ ...pdf({ content: Buffer.alloc(5 * 1024 * 1024) }), name: "other" }]);
    expectProblem(answer, 413, "payload_too_large");
  });
});

describe("a form with", () => {
  it("other fields before and after the file is taken", async () => {
    const { answer } = await send([
      { name: "note", content: "x" },
      pdf(),
      { name: "__proto__", content: "y" },
    ]);
    expect(answer.status).toBe(200);
  });

  it.each([
    ["a Unix path", "../../etc/passwd.pdf", "passwd.pdf"],
    ["a Windows path", "C:\\temp\\factura.pdf", "factura.pdf"],
    ["quotes", 'la "mejor".pdf', "la _mejor_.pdf"],
    ["letters of other scripts", "фактура-請求書.pdf", "_______-___.pdf"],
    ["255 characters", `${"ñ".repeat(251)}.pdf`, `${"_".repeat(251)}.pdf`],
    ["nothing but a path", "a/b/", "fiscal_document"],
  ])("a name with %s keeps it as given, and offers a clean one", async (_, filename, offered) => {
    const { packId, answer } = await send([pdf({ filename })]);
    expect(answer.status).toBe(200);
    const document = await nameOf(packId);
    expect(document?.filename).toBe(filename);
    const file = await http.head(`${pathOf(packId)}/${document?.id}`, { as: seller });
    expect(file.headers["content-disposition"]).toContain(
      `attachment; filename="${offered}"; filename*=UTF-8''`,
    );
  });

  it("control characters in a name cannot end a header", async () => {
    const disposition = `form-data; name="fiscal_document"; filename="a%0D%0ASet-Cookie: b.pdf"`;
    const { packId, answer } = await send([pdf({ disposition })]);
    expect(answer.status).toBe(200);
    const document = await nameOf(packId);
    expect(document?.filename).toBe("a\r\nSet-Cookie: b.pdf");
    const file = await http.get(`${pathOf(packId)}/${document?.id}`, { as: seller });
    expect(file.headers["set-cookie"]).toBeUndefined();
    expect(file.headers["content-disposition"]).toContain('filename="aSet-Cookie: b.pdf"');
  });

  it("a name of 300 characters, or with NUL, is refused", async () => {
    const long = await send([pdf({ filename: "a".repeat(300) })]);
    expectProblem(long.answer, 400, "bad_request", /longer than 255 characters$/);
    const disposition = `form-data; name="fiscal_document"; filename*=UTF-8''a%00b.pdf`;
    expectProblem((await send([pdf({ disposition })])).answer, 400, "bad_request", /NUL character$/);
  });
});

it("a client that never stops sending gets its answer at the first byte over the limit, and is cut off", async () => {
  const { packId } = await sale();
  const socket = connect(Number(new URL(http.baseUrl).port), "127.0.0.1");
  socket.write(
    `POST ${pathOf(packId)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorizationOf(seller)}\r\n` +
      "Content-Type: multipart/form-data; boundary=X\r\nTransfer-Encoding: chunked\r\n\r\n",
  );
  const head =
    '--X\r\nContent-Disposition: form-data; name="fiscal_document"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
  for (const chunk of [Buffer.from(head), Buffer.alloc(1_048_577)]) {
    socket.write(`${chunk.length.toString(16)}\r\n`);
    socket.write(chunk);
    socket.write("\r\n");
  }
  const said = await saidOn(socket);
  expect(said).toContain("400 Bad Request");
  expect(said).toContain("File Not allowed, exceeds maximum size");
});
