import { expectProblem } from "@marketplace/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { formTokens, invoicesService, multipart, pdf, seller, stranger, xml } from "../../service.fixture.ts";

const megabyte = 1024 * 1024;
const disk = { free: 1024 * megabyte, now: 0 };
const { http, sale } = await invoicesService({
  env: { MIN_FREE_BYTES: String(100 * megabyte) },
  disks: { freeBytesAt: async () => disk.free, now: () => disk.now },
});
const pathOf = (packId: number) => `/packs/${packId}/fiscal_documents`;
const token = { name: "access_token", content: formTokens.seller };

/** Makes the disk this full, for everybody who asks from now on. */
function leave(bytes: number): void {
  Object.assign(disk, { free: bytes, now: disk.now + 1_000 });
}
beforeEach(() => leave(1024 * megabyte));

describe("on a disk whose free space is down to the reserve", () => {
  it("uploads are refused with 507, reads and everything of the database alone go on", async () => {
    const { packId } = await sale();
    expect((await http.post(pathOf(packId), { as: seller, ...multipart([pdf()]) })).status).toBe(200);
    leave(100 * megabyte);
    for (const ask of [{ as: seller, ...multipart([xml()]) }, multipart([xml(), token])]) {
      const answer = await http.post(pathOf(packId), ask);
      expectProblem(answer, 507, "insufficient_storage");
      expect(answer.headers["retry-after"]).toBe("30");
    }
    const list = await http.get(pathOf(packId), { as: seller });
    const [file] = list.json<{ fiscal_documents: { id: string }[] }>().fiscal_documents;
    expect((await http.get(`${pathOf(packId)}/${file?.id}`, { as: seller })).status).toBe(200);
    expect((await http.delete(pathOf(packId), { as: seller })).status).toBe(200);
    // A body that tells its length needs no room for the largest form.
    leave(101 * megabyte);
    expect((await http.post(pathOf(packId), { as: seller, ...multipart([xml()]) })).status).toBe(200);
  });

  it("what a caller may not do is said first", async () => {
    const { packId } = await sale();
    leave(0);
    expectProblem(await http.post(pathOf(packId), multipart([pdf()])), 403, "access_token_not_granted");
    expectProblem(await http.post(pathOf(packId), { as: stranger, ...multipart([pdf()]) }), 403, "forbidden");
    const three = multipart([pdf(), xml(), pdf(), token]);
    expectProblem(await http.post(pathOf(packId), three), 400, "bad_request");
  });
});
