import { readdir } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  formTokens,
  invoicesService,
  multipart,
  type Part,
  pdf,
  seller,
  xml,
} from "../../service.fixture.ts";
import { bytesPerUpload } from "./memory-budget.service.ts";
import { authorization, begin as beginAt, pathOf, trickle } from "./slow-upload.fixture.ts";

const maxBytes = 1024 * 1024;
const { http, sale, deps, root } = await invoicesService({
  env: { ANONYMOUS_ADDRESS_BYTES: String(maxBytes) },
});
/** One that cuts such uploads off soon. */
const withShortTimeout = await invoicesService({ env: { ANONYMOUS_TIMEOUT_MS: "1000" } });
/** The bytes that uploads hold which say nothing of their caller. */
const taken = () => deps.anonymousMemory.taken();
const token: Part = { name: "access_token", content: formTokens.seller };

/** Every file below the store's folder, raw ones of uploads under way included. */
async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(join(root, "objects"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Opens an upload that says nothing of its caller, and sends its beginning. */
const begin = (packId: number, content: Buffer, headers?: string) =>
  beginAt(http.baseUrl, { packId, content, ...(headers && { headers }) });

describe("an upload with its token as a form field", () => {
  it("is stored exactly after it was accepted", async () => {
    const { packId } = await sale();
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 31) % 256));
    const answer = await http.post(pathOf(packId), multipart([pdf({ content }), xml(), token]));
    expect(answer.status).toBe(200);
    const [id] = answer.json<{ ids: string[] }>().ids;
    const file = await fetch(`${http.baseUrl}${pathOf(packId)}/${id}`, { headers: { authorization } });
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    await expect.poll(taken).toBe(0);
  });

  it("writes nothing to the disk while it arrives", async () => {
    const { packId } = await sale();
    const before = await filesOnDisk();
    const socket = await begin(packId, Buffer.alloc(200_000));
    await expect.poll(taken).toBeGreaterThanOrEqual(200_000);
    expect(await filesOnDisk()).toEqual(before);
    socket.destroy();
    await expect.poll(taken).toBe(0);
  });

  it("is refused while its address has used its budget, and accepted afterwards", async () => {
    const { packId } = await sale();
    const waiting: Socket[] = [];
    const leave = () => {
      for (const socket of waiting) socket.destroy();
    };
    onTestFinished(leave);
    while (taken() + 2 * bytesPerUpload <= maxBytes) {
      const before = taken();
      waiting.push(await begin(packId, Buffer.alloc(bytesPerUpload)));
      await expect.poll(taken).toBe(before + 2 * bytesPerUpload);
    }
    const refused = await http.post(pathOf(packId), multipart([pdf(), token]));
    expectProblem(refused, 429, "too_many_requests");
    expect(refused.headers["retry-after"]).toBe("5");
    // Authenticated callers are not counted.
    expect((await http.post(pathOf(packId), { as: seller, ...multipart([xml()]) })).status).toBe(200);
    leave();
    await expect.poll(taken).toBe(0);
    expect((await http.post(pathOf(packId), multipart([pdf(), token]))).status).toBe(200);
  });

  it("that exceeds the budget gets this problem before that of its token", async () => {
    const { packId } = await sale();
    const content = Buffer.alloc(800_000);
    const answer = await http.post(pathOf(packId), multipart([pdf({ content }), xml({ content })]));
    expectProblem(answer, 429, "too_many_requests");
    await expect.poll(taken).toBe(0);
  });

  it("is cut off after its timeout, also when bytes still arrive", async () => {
    const { packId } = await withShortTimeout.sale();
    const socket = await beginAt(withShortTimeout.http.baseUrl, { packId, content: Buffer.alloc(1_000) });
    const said = await trickle(socket);
    expect(said).toContain("408 Request Timeout");
    expect(said).toContain('"error":"bad_request"');
    await expect.poll(() => withShortTimeout.deps.anonymousMemory.taken()).toBe(0);
  });

  it("of an authenticated caller who disconnects leaves nothing on the disk, and may be tried again", async () => {
    const { packId } = await sale();
    const before = await filesOnDisk();
    const socket = await begin(packId, Buffer.alloc(300_000), `Authorization: ${authorization}\r\n`);
    await expect.poll(filesOnDisk).toHaveLength(before.length + 1);
    socket.destroy();
    await expect.poll(filesOnDisk).toEqual(before);
    expect((await http.post(pathOf(packId), { as: seller, ...multipart([pdf()]) })).status).toBe(200);
  });
});
