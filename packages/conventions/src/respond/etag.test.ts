import { describe, expect, it } from "vitest";
import { notesApp, reader, served } from "../testing.ts";
import { allowsChange, matchesETag, strongETag } from "./etag.ts";

describe("an ETag", () => {
  it("is strong, and the same for the same bytes only", () => {
    expect(strongETag("a")).toMatch(/^"[\w-]+"$/);
    expect(strongETag("a")).toBe(strongETag(Buffer.from("a")));
    expect(strongETag("a")).not.toBe(strongETag("b"));
  });

  it.each(['"a"', 'W/"a"', '"x", "a"', '"x",W/"a" , "y"', "*", " * "])(
    "is named by If-None-Match %s",
    (header) => {
      expect(matchesETag(header, '"a"')).toBe(true);
    },
  );

  it.each([undefined, "", "a", '"b"', '"aa"', "'a'", '"a', 'w/"b"'])(
    "is not named by If-None-Match %s",
    (header) => {
      expect(matchesETag(header, '"a"')).toBe(false);
    },
  );

  it("lets a change through by a strong comparison only", () => {
    for (const header of [undefined, "*", '"a"', '"x", "a"']) expect(allowsChange(header, '"a"')).toBe(true);
    for (const header of ['"b"', 'W/"a"', ""]) expect(allowsChange(header, '"a"')).toBe(false);
  });
});

describe("a conditional read", () => {
  const { fetch } = served(notesApp());
  const read = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(path, { method, headers: { ...reader, ...headers } });

  it("is answered 304 with the ETag, without a body and its Content-Type", async () => {
    const etag = (await read("/notes/1")).headers.get("etag") ?? "";
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await read("/notes/1", { "If-None-Match": given });
      expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([304, etag, ""]);
      expect(answer.headers.get("content-type")).toBeNull();
      expect(answer.headers.get("x-request-id")).toMatch(/./);
    }
  });

  it("holds for HEAD", async () => {
    const answer = await read("/notes/1", { "If-None-Match": "*" }, "HEAD");
    expect(answer.status).toBe(304);
  });

  it("knows a filtered representation from the whole", async () => {
    const whole = (await read("/notes/1")).headers.get("etag");
    const sparse = (await read("/notes/1?attributes=id")).headers.get("etag");
    expect(sparse).not.toBe(whole);
    const answer = await read("/notes/1?attributes=id", { "If-None-Match": whole ?? "" });
    expect(answer.status).toBe(200);
  });

  it("does not turn errors into 304", async () => {
    const answer = await read("/notes/99", { "If-None-Match": "*" });
    expect([answer.status, answer.headers.get("etag")]).toEqual([404, null]);
  });

  it("is no reason to skip a change", async () => {
    const answer = await read(
      "/notes/2",
      { "If-None-Match": "*", Authorization: "Bearer 7:write" },
      "DELETE",
    );
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
  });
});
