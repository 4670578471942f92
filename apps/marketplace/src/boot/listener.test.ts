import { afterEach, describe, expect, it } from "vitest";
import { type Listener, openListener } from "./listener.ts";

const open: Listener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});
const opened = async () => {
  const listener = await openListener("127.0.0.1", 0);
  open.push(listener);
  return listener;
};

describe("the listener", () => {
  it("answers 503 with Retry-After until the product is ready", async () => {
    const listener = await opened();
    const url = `http://127.0.0.1:${listener.port}/readyz`;
    const early = await fetch(url);
    expect([early.status, early.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await early.json()).toEqual({
      message: expect.any(String),
      error: "service_unavailable",
      status: 503,
      cause: [],
    });
    const token = await fetch(new URL("/oauth/token", url), { method: "POST" });
    expect(await token.json()).toMatchObject({
      error: "service_unavailable",
      error_description: expect.any(String),
    });
    listener.open((_req, res) => res.end("ready"));
    expect(await (await fetch(url)).text()).toBe("ready");
  });

  it("refuses a taken port on one line", async () => {
    const { port } = await opened();
    await expect(openListener("127.0.0.1", port)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already taken: set PORT to a free one`,
    );
  });

  it("refuses an address of another machine on one line", async () => {
    await expect(openListener("192.0.2.1", 0)).rejects.toThrow(
      "192.0.2.1 is not an address of this machine: set HOST to one",
    );
  });
});
