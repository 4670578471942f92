import { describe, expect, test } from "vitest";
import { bearer, bodyIn, fixtures, head, isStandardError, say, statusOf, users } from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const seller = bearer(users.seller_mla);
const path = `/packs/${fixtures.pack_empty}/fiscal_documents`;

interface Part {
  name?: string;
  filename?: string;
  type?: string;
  headers?: string;
  content?: string;
}

const part = ({
  name = "fiscal_document",
  filename,
  type = "application/pdf",
  headers = "",
  content = "%PDF",
}: Part): string => {
  const file = filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: ${type}`;
  return `--X\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${headers}\r\n${content}\r\n`;
};
const upload = (
  body: string,
  type = "multipart/form-data; boundary=X",
  ...headers: string[]
): Promise<string> =>
  say(
    head(`POST ${path}`, `Content-Type: ${type}`, `Content-Length: ${body.length}`, ...headers),
    seller,
    "\r\n",
    body,
  );
const end = "--X--\r\n";

/** None of these may leave a file behind; the last test checks that. */
const refused: [sentence: string, body: string, type?: string][] = [
  ["ten thousand files", part({ filename: "a.pdf" }).repeat(10_000) + end],
  ["ten thousand fields", part({ name: "x" }).repeat(10_000) + end],
  [
    "ten thousand fields of different names",
    Array.from({ length: 10_000 }, (_, n) => part({ name: `f${n}` })).join("") + end,
  ],
  [
    "a part with headers of 100 KB",
    part({ filename: "a.pdf", headers: `X: ${"y".repeat(100_000)}\r\n` }) + end,
  ],
  ["a part with ten thousand headers", part({ filename: "a.pdf", headers: "X: y\r\n".repeat(10_000) }) + end],
  [
    "a part whose header does not end",
    `--X\r\nContent-Disposition: form-data; name="fiscal_document"; filename="${"a".repeat(200_000)}`,
  ],
  ["a field of 200 KB", part({ name: "access_token", content: "x".repeat(200_000) }) + end],
  ["a field name of 100 KB", part({ name: "x".repeat(100_000) }) + end],
  ["a file name of 20 KB", part({ filename: `${"x".repeat(20_000)}.pdf` }) + end],
  ["no boundary", part({ filename: "a.pdf" }) + end, "multipart/form-data"],
  ["an empty boundary", part({ filename: "a.pdf" }) + end, 'multipart/form-data; boundary=""'],
  [
    "a boundary of 4 KB",
    part({ filename: "a.pdf" }) + end,
    `multipart/form-data; boundary=${"X".repeat(4_000)}`,
  ],
  ["a boundary that never comes", "x".repeat(300_000), "multipart/form-data; boundary=Y"],
  ["no end", part({ filename: "a.pdf" })],
  ["half an end", `${part({ filename: "a.pdf" })}--X-`],
  ["nothing between the boundaries", `--X\r\n--X\r\n${end}`],
  [
    "another multipart inside of it",
    part({ filename: "a.pdf", type: "multipart/mixed; boundary=Z", content: "--Z\r\n\r\nx\r\n--Z--" }) + end,
  ],
  [
    "fields named __proto__ and constructor",
    part({ name: "__proto__", content: "x" }) + part({ name: "constructor[prototype][a]" }) + end,
  ],
  ["a field nested a thousand times", part({ name: `a${"[b]".repeat(30)}` }).repeat(15) + end],
  ["a type that is no type", part({ filename: "a.pdf", type: "<script>" }) + end],
  ["a file of two megabytes", part({ filename: "a.pdf", content: "x".repeat(2_097_152) }) + end],
  ["a body of twenty megabytes", part({ filename: "a.pdf", content: "x".repeat(20_971_520) }) + end],
];

/** Other tests may have left files in the pack. */
async function filesOfPack(): Promise<number> {
  const said = await say(head(`GET ${path}`), seller, "\r\n");
  expect([200, 404]).toContain(statusOf(said));
  return said.split('"filename"').length - 1;
}
const filesBefore = await filesOfPack();

describe("a form nobody should send", () => {
  test.each(refused)("is refused: %s", async (_sentence, body, type) => {
    const said = await upload(body, type);
    expect([400, 409, 413], said.slice(0, 300)).toContain(statusOf(said));
    expect(isStandardError(said), said.slice(0, 300)).toBe(true);
  });

  test("compressed is not read as if it were plain", async () => {
    const said = await upload(part({ filename: "a.pdf" }) + end, undefined, "Content-Encoding: gzip");
    expect([statusOf(said), isStandardError(said)], said.slice(0, 300)).toEqual([415, true]);
  });

  test("leaves no file behind", async () => {
    expect(await filesOfPack()).toBe(filesBefore);
  });
});

describe("a file name nobody should send", () => {
  const names = [
    'a\\"; x=\\".pdf',
    "../../etc/passwd",
    "C:\\\\x\\\\y.pdf",
    "a%0d%0aSet-Cookie: a=b.pdf",
    "a;b.pdf",
    "<script>.pdf",
    "ñandú 🎈.pdf",
    "\u202efdp.exe",
  ];
  test.each(names)("comes back in one harmless header: %j", async (name) => {
    const bytes = Buffer.from(part({ filename: name }) + end).toString("latin1");
    const pack = `/packs/${fixtures.pack_empty_2}/fiscal_documents`;
    const type = "Content-Type: multipart/form-data; boundary=X";
    const stored = await say(
      head(`POST ${pack}`, type, `Content-Length: ${bytes.length}`),
      seller,
      "\r\n",
      bytes,
    );
    if (statusOf(stored) !== 200)
      return expect([statusOf(stored), isStandardError(stored)]).toEqual([400, true]);
    const [id] = JSON.parse(bodyIn(stored)).ids;
    const file = await say(head(`GET ${pack}/${id}`), seller, "\r\n");
    await say(head(`DELETE ${pack}`), seller, "\r\n");
    const disposition = /^content-disposition: (.*)\r$/im.exec(file)?.[1] ?? "";
    expect(disposition).toMatch(
      /^attachment; filename="[^"\\/]*"(?:; filename\*=UTF-8''[\w%.!#$&+^`|~-]*)?$/,
    );
    expect(file).not.toMatch(/^set-cookie:/im);
    expect(file).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(bodyIn(file)).toBe("%PDF");
  });
});
