import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { seller } from "../../service.fixture.ts";
import { failingUploads } from "./failing-uploads.fixture.ts";
import { authorization, begin, pathOf, trickle } from "./slow-upload.fixture.ts";

// What is not about its end would be cut off by so short a timeout on a busy machine: it is in other files.
const service = await failingUploads({ timeoutSeconds: 2 });
const { http, sale, setPuts, expectOnlyOwnedObjects, expectRetryWorks } = service;

it("a store that hangs makes the upload 503 and leaves nothing; a retry works", () =>
  expectRetryWorks("hangs"));

describe("a client that takes longer than an upload may", () => {
  const headers = `Authorization: ${authorization}\r\n`;

  it.each([0, 1, 300_000])("is told 408 after %i bytes of its file, and nothing is left", async (bytes) => {
    const { packId } = await sale();
    const socket = await begin(http.baseUrl, { packId, content: Buffer.alloc(bytes), headers });
    const said = await trickle(socket);
    expect(said).toContain("408 Request Timeout");
    expect(said).toContain('"error":"bad_request"');
    expectProblem(await http.get(pathOf(packId), { as: seller }), 404, "not_found");
    await expectOnlyOwnedObjects();
  });

  it("is told 503 when the store takes none of its bytes", async () => {
    const { packId } = await sale();
    setPuts("hangs");
    const socket = await begin(http.baseUrl, { packId, content: Buffer.alloc(1), headers });
    expect(await trickle(socket)).toContain("503 Service Unavailable");
  });
});
