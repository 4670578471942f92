import { afterEach, describe, expect, it } from "vitest";
import { addressOf, type Front, openFront } from "./front.ts";

const open: Front[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((front) => front.close()));
});
const opened = async () => {
  const front = await openFront("127.0.0.1", 0);
  open.push(front);
  return front;
};

describe("the front", () => {
  it("answers 503 with Retry-After until the product is ready", async () => {
    const front = await opened();
    const url = `http://127.0.0.1:${front.port}/readyz`;
    const early = await fetch(url);
    expect([early.status, early.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await early.json()).toEqual({
      message: expect.any(String),
      error: "service_unavailable",
      status: 503,
      cause: [],
    });
    front.open((_req, res) => res.end("ready"));
    expect(await (await fetch(url)).text()).toBe("ready");
  });

  it("refuses a taken port on one line", async () => {
    const { port } = await opened();
    await expect(openFront("127.0.0.1", port)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already taken: set PORT to a free one`,
    );
  });

  it.each([
    ["127.0.0.1", "http://127.0.0.1:8080"],
    ["0.0.0.0", "http://127.0.0.1:8080"],
    ["::", "http://[::1]:8080"],
    ["::1", "http://[::1]:8080"],
    ["localhost", "http://localhost:8080"],
  ])("listening on %s is reached at %s", (host, url) => {
    expect(addressOf(host, 8080)).toBe(url);
  });

  it("refuses an address of another machine on one line", async () => {
    await expect(openFront("192.0.2.1", 0)).rejects.toThrow(
      "192.0.2.1 is not an address of this machine: set HOST to one",
    );
  });
});
