import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entriesBelow } from "../product/files.ts";
import {
  bearer,
  dataDir,
  dial,
  fixtures,
  head,
  isStandardError,
  type Line,
  say,
  statusOf,
  users,
} from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const megabyte = 1024 * 1024;
const type = "Content-Type: multipart/form-data; boundary=X";
const part = `--X\r\nContent-Disposition: form-data; name="fiscal_document"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;

/** Total size of all files of the product, in bytes. */
async function bytesOnDisk(): Promise<number> {
  const entries = await entriesBelow(dataDir);
  // Postgres removes files meanwhile.
  const sizes = await Promise.all(
    entries.map((entry) =>
      lstat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Starts an upload without a token, sends most of a file and then stalls. */
async function begin(): Promise<Line> {
  const line = await dial();
  line.socket.write(
    head(`POST /packs/${fixtures.pack_empty}/fiscal_documents`, type, "Content-Length: 1000000"),
  );
  await new Promise((sent) => line.socket.write(`\r\n${part}${"x".repeat(900_000)}`, sent));
  return line;
}

test("150 slow uploads without a token fill neither the disk nor the memory, and keep nobody waiting", async () => {
  const before = await bytesOnDisk();
  const lines = await Promise.all(Array.from({ length: 150 }, begin));
  for (let turn = 0; turn < 5; turn += 1)
    expect(statusOf(await say(head("GET /users/me"), bearer(users.buyer_mla), "\r\n"))).toBe(200);
  expect(statusOf(await say(head("GET /readyz"), "\r\n"))).toBe(200);
  const body = `${part}%PDF\r\n--X--\r\n`;
  const pack = `/packs/${fixtures.pack_empty_2}/fiscal_documents`;
  const known = head(`POST ${pack}`, type, `Content-Length: ${body.length}`);
  // A seller with a token in the header is served meanwhile. 409 means that another test left a file in the
  // pack.
  const stored = statusOf(await say(known, bearer(users.seller_mla), "\r\n", body));
  expect([200, 409]).toContain(stored);
  if (stored === 200) await say(head(`DELETE ${pack}`), bearer(users.seller_mla), "\r\n");
  // Leaves room for what Postgres writes meanwhile; the uploads have 135 MB.
  expect((await bytesOnDisk()) - before).toBeLessThan(40 * megabyte);
  const said = await Promise.all(lines.map((line) => line.ended()));
  const statuses = said.map(statusOf);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(100);
  for (const answer of said.filter((text) => statusOf(text) === 429)) {
    expect(isStandardError(answer), answer.slice(0, 300)).toBe(true);
    expect(answer).toMatch(/^retry-after: \d+\r$/im);
  }
  expect(statuses.filter((status) => ![0, 408, 429].includes(status))).toEqual([]);
  expect((await bytesOnDisk()) - before).toBeLessThan(40 * megabyte);
});
