import { beforeAll, describe, expect, test } from "vitest";
import { baseUrl, get, post, remove } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, tokens, users } from "../api/world.ts";
import {
  documents,
  type FileToSend,
  formOf,
  handmade,
  newSale,
  part,
  pdf,
  type Sale,
  upload,
  xml,
} from "./packs.ts";

const noAccess = "Access Denied, you are not authorized.";
const maximum = 1_048_576;
let sale: Sale;

beforeAll(async () => {
  sale = await newSale();
});

/** Expects that nothing of a refused upload is stored. */
const expectNothingStored = async ({ pack, seller }: Sale) => {
  const message = `The pack_fiscal_document with pack_id: ${pack} does not exist`;
  expectProblem(await get(documents(pack), { as: seller }), 404, "not_found", message);
};

describe("a refused upload", () => {
  const rows: [string, FileToSend[], number, string][] = [
    ["no file", [], 400, "File cannot be empty"],
    ["an empty file", [{ bytes: "" }], 400, "File cannot be empty"],
    ["another type", [{ type: "image/png", name: "a.png" }], 400, "File type: image/png is not allowed"],
    ["too large", [{ bytes: new Uint8Array(maximum + 1) }], 400, "File Not allowed, exceeds maximum size"],
    [
      "three files",
      [{}, { type: xml }, { type: "text/xml", name: "b.xml" }],
      400,
      "Files Not allowed, you can upload only two files, one of each type",
    ],
    [
      "two PDFs",
      [{}, { name: "b.pdf" }],
      409,
      `Files Not allowed, you can upload only one file of type: ${pdf}`,
    ],
    [
      "two XMLs",
      [{ type: xml }, { type: xml, name: "b.xml" }],
      409,
      `Files Not allowed, you can upload only one file of type: ${xml}`,
    ],
    [
      "a good and a bad one",
      [{}, { type: "text/plain", name: "a.txt" }],
      400,
      "File type: text/plain is not allowed",
    ],
  ];
  test.each(rows)("%s: nothing is stored", async (_, files, status, message) => {
    const error = status === 409 ? "conflict" : "bad_request";
    expectProblem(await upload(sale, files), status, error, message);
    await expectNothingStored(sale);
  });

  test("application/xml and text/xml are the same slot; the type that was sent is named", async () => {
    const answer = await upload(sale, [{ type: xml }, { type: "text/xml", name: "b.xml" }]);
    const named = /^Files Not allowed, you can upload only one file of type: (application|text)\/xml$/;
    expectProblem(answer, 409, "conflict", expect.stringMatching(named));
    await expectNothingStored(sale);
  });

  test("a file without a name: Filename cannot be empty", async () => {
    const form = handmade([part("")]);
    expectProblem(
      await post(documents(sale.pack), { as: sale.seller, ...form }),
      400,
      "bad_request",
      "Filename cannot be empty",
    );
    await expectNothingStored(sale);
  });

  test("a name of more than 255 characters: 400", async () => {
    expectProblem(await upload(sale, [{ name: `${"n".repeat(256)}.pdf` }]), 400, "bad_request");
    await expectNothingStored(sale);
  });

  test("no multipart at all: File cannot be empty", async () => {
    const as = sale.seller;
    const message = "File cannot be empty";
    expectProblem(await post(documents(sale.pack), { as }), 400, "bad_request", message);
    expectProblem(await post(documents(sale.pack), { as, body: { a: 1 } }), 400, "bad_request", message);
    await expectNothingStored(sale);
  });

  test("a broken multipart body: 400", async () => {
    const as = sale.seller;
    const headers = { "Content-Type": "multipart/form-data" };
    const unclosed = handmade([part("a.pdf")], false);
    const nowhere = { headers, body: new TextEncoder().encode("no boundary") };
    for (const form of [unclosed, nowhere])
      expectProblem(await post(documents(sale.pack), { as, ...form }), 400, "bad_request");
    await expectNothingStored(sale);
  });

  test("pack ids that are not positive numbers: 400", async () => {
    const answerTo = (pack: string) => upload({ pack, seller: sale.seller }, [{}]);
    for (const pack of ["abc", "", "1a"])
      expectProblem(await answerTo(pack), 400, "bad_request", "pack.id must be numeric and not empty");
    for (const pack of ["0", "-5", "-99999999999999999999"])
      expectProblem(await answerTo(pack), 400, "bad_request", "pack.id is invalid");
  });

  test("the id of an order that belongs to a pack: 400", async () => {
    const pack = fixtures.order_in_pack;
    const answer = await upload({ pack, seller: users.seller_mla }, [{}]);
    expectProblem(answer, 400, "bad_request", "The order belong to a pack/purchase");
  });

  test("unknown packs, other sellers and the buyer: not authorized", async () => {
    expectProblem(await upload({ pack: 7, seller: sale.seller }, [{}]), 403, "forbidden", noAccess);
    for (const seller of [users.seller2_mla, sale.buyer])
      expectProblem(await upload({ pack: sale.pack, seller }, [{}]), 403, "forbidden", noAccess);
    expectProblem(
      await upload({ pack: fixtures.pack_seller2, seller: users.seller_mla }, [{}]),
      403,
      "forbidden",
      noAccess,
    );
  });

  test("a site without this API, and Chile's Full packs: access denied", async () => {
    const brazil = await upload({ pack: fixtures.pack_mlb, seller: users.seller_mlb }, [{}]);
    expectProblem(brazil, 403, "forbidden", "Access Denied, this API is not available on your site: MLB");
    const full = await upload({ pack: fixtures.pack_mlc_full, seller: users.seller_mlc }, [{}]);
    expectProblem(full, 403, "forbidden", "Access denied, you must use the biller");
  });

  test("no token is 403, a wrong one 401, a read-only one 403", async () => {
    const body = formOf({});
    const to = documents(fixtures.pack_empty);
    expectProblem(await post(to, { body }), 403, "access_token_not_granted", "access_token was not sent");
    expectProblem(await post(to, { token: "wrong", body: formOf({}) }), 401, "invalid_token");
    expectProblem(
      await post(to, { token: tokens.read_only_seller_mla, body: formOf({}) }),
      403,
      "forbidden",
      "Invalid scopes",
    );
  });
});

describe("of several issues the first in the order of decisions 5.2 is reported", () => {
  const image = { type: "image/png", name: "a.png" };
  const rows: [string, FileToSend[], number, string][] = [
    [
      "number before type",
      [image, image, image],
      400,
      "Files Not allowed, you can upload only two files, one of each type",
    ],
    ["type before emptiness", [{ ...image, bytes: "" }], 400, "File type: image/png is not allowed"],
    ["emptiness before duplicates", [{ bytes: "" }, {}], 400, "File cannot be empty"],
  ];
  test.each(rows)("%s", async (_, files, status, message) => {
    expectProblem(await upload(sale, files), status, "bad_request", message);
  });

  test("name before type", async () => {
    const form = handmade([part("", "image/png")]);
    const answer = await post(documents(sale.pack), { as: sale.seller, ...form });
    expectProblem(answer, 400, "bad_request", "Filename cannot be empty");
  });

  test("authorization and site before type and number", async () => {
    expectProblem(await upload({ ...sale, seller: users.seller2_mla }, [image]), 403, "forbidden", noAccess);
    const brazil = { pack: fixtures.pack_mlb, seller: users.seller_mlb };
    const message = "Access Denied, this API is not available on your site: MLB";
    expectProblem(await upload(brazil, [image, image, image]), 403, "forbidden", message);
    expectProblem(await upload({ ...brazil, seller: users.seller2_mla }, [{}]), 403, "forbidden", noAccess);
  });

  test("duplicates within the request before the state of the pack", async () => {
    const own = await newSale();
    expect((await upload(own, [{}, { type: xml }])).status).toBe(200);
    const message = `Files Not allowed, you can upload only one file of type: ${pdf}`;
    expectProblem(await upload(own, [{}, { name: "b.pdf" }]), 409, "conflict", message);
  });
});

describe("the slots of a pack", () => {
  test("one PDF and one XML; then the pack is full", async () => {
    const own = await newSale();
    const of = `the pack: ${own.pack} and seller: ${own.seller.id}`;
    expect((await upload(own, [{}])).status).toBe(200);
    const again = `File Not allowed, a file already exists for ${of} of the type: ${pdf}`;
    expectProblem(await upload(own, [{ name: "b.pdf" }]), 409, "conflict", again);
    expectProblem(await upload(own, [{ type: xml }, {}]), 409, "conflict", again);
    expect((await upload(own, [{ type: "text/xml", name: "c.xml" }])).status).toBe(200);
    const full = `File Not allowed, the max amount of files already exist for ${of}`;
    expectProblem(await upload(own, [{}]), 409, "conflict", full);
    expectProblem(await upload(own, [{ type: xml }]), 409, "conflict", full);
  });

  test("an XML may come alone", async () => {
    expect((await upload(await newSale(), [{ type: xml }])).status).toBe(200);
  });

  test("one of fifty concurrent PDFs is stored", async () => {
    const own = await newSale();
    const answers = await Promise.all(Array.from({ length: 50 }, () => upload(own, [{}])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    const listed = (await get(documents(own.pack), { as: own.seller })).json<{
      fiscal_documents: unknown[];
    }>();
    expect(listed.fiscal_documents).toHaveLength(1);
  });

  test("to replace a wrong file, delete and upload again", async () => {
    const own = await newSale();
    const [wrong] = (await upload(own, [{}])).json<{ ids: string[] }>().ids;
    const deleted = await remove(documents(own.pack), { as: own.seller });
    expect(deleted.json()).toEqual({ message: `The fiscal_document with id: ${wrong} was deleted` });
    const [right] = (await upload(own, [{}])).json<{ ids: string[] }>().ids;
    expect(right).not.toBe(wrong);
  });
});

describe("an accepted upload", () => {
  test("of exactly the maximum size comes back byte for byte", async () => {
    const own = await newSale();
    const bytes = crypto.getRandomValues(new Uint8Array(65_536));
    const large = new Uint8Array(maximum).map((_, n) => bytes[n % 65_536] ?? 0);
    const [id] = (await upload(own, [{ bytes: large }])).json<{ ids: string[] }>().ids;
    const headers = { Authorization: `Bearer ${own.buyer.access_token}` };
    const response = await fetch(`${baseUrl}${documents(own.pack)}/${id}`, { headers });
    expect(Buffer.from(await response.arrayBuffer()).equals(large)).toBe(true);
  });

  test("may carry its token as form field, before or after the file", async () => {
    for (const first of [true, false]) {
      const own = await newSale();
      const form = new FormData();
      if (first) form.append("access_token", own.seller.access_token);
      form.append("fiscal_document", new File(["%PDF"], "a.pdf", { type: pdf }));
      if (!first) form.append("access_token", own.seller.access_token);
      expect((await post(documents(own.pack), { body: form })).status).toBe(200);
    }
    const form = formOf({});
    form.append("access_token", "wrong");
    expectProblem(await post(documents(fixtures.pack_empty), { body: form }), 401, "invalid_token");
  });

  test("uses the order id where pack_id is null", async () => {
    const own = await newSale();
    expect((await get(`/orders/${own.orders[0]}`, { as: own.seller })).json()).toMatchObject({
      pack_id: null,
    });
    expect((await upload(own, [{}])).status).toBe(200);
  });
});
