import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { topics } from "./applications.schema.ts";

const { http, demo, bearer } = await startGateway();
const path = () => `/applications/${demo.applications.default.id}`;
const change = (body: unknown, by: "seller_mla" | "buyer_mla" = "seller_mla") =>
  http.put(path(), { ...bearer(by), body });
const settings = async () => (await http.get(path(), bearer("seller_mla"))).json<Record<string, unknown>>();

describe("an application", () => {
  it("shows its settings and webhook secret to its owner only", async () => {
    const { id, webhook_secret } = demo.applications.default;
    expect(webhook_secret).toMatch(/^whsec_[\w+/=]{32,}$/);
    expect(await settings()).toMatchObject({ id, webhook_secret, callback_url: null, topics: [...topics] });
    const seen = (await http.get(path(), bearer("buyer_mla"))).json();
    expect(seen).toEqual({ id, name: "Demo application" });
  });

  it("that does not exist is 404", async () => {
    const unknown = "Application with id 5 not found";
    expectProblem(await http.get("/applications/5", bearer("seller_mla")), 404, "not_found", unknown);
    const body = { topics: ["items"] };
    expectProblem(
      await http.put("/applications/5", { ...bearer("seller_mla"), body }),
      404,
      "not_found",
      unknown,
    );
  });

  it("is changed by its owner, and only in the named fields", async () => {
    const before = await settings();
    const changed = await change({
      callback_url: "https://shop.example/hooks?a=1",
      topics: ["questions", "questions"],
    });
    expect(changed.status).toBe(200);
    const expected = { ...before, callback_url: "https://shop.example/hooks?a=1", topics: ["questions"] };
    expect(changed.json()).toEqual(expected);
    expect(await settings()).toEqual(expected);
    expect((await change({ callback_url: null })).json()).toMatchObject({
      callback_url: null,
      topics: ["questions"],
    });
  });

  it("is not changed by anybody else", async () => {
    const before = await settings();
    expectProblem(await change({ topics: ["items"] }, "buyer_mla"), 403, "forbidden");
    expect(await settings()).toEqual(before);
  });

  it.each([
    { topics: ["gossip"] },
    { callback_url: "ftp://shop.example/" },
    { callback_url: "/hooks" },
    { callback_url: "" },
    { callback_url: "https://user:password@shop.example/" },
    { callback_url: "http://127.0.0.1/hooks" },
    { callback_url: "http://2130706433/hooks" },
    { callback_url: "http://localhost:3000/hooks" },
    { callback_url: "http://[::ffff:10.0.0.1]/hooks" },
    { callback_url: "http://169.254.169.254/latest" },
    { redirect_uris: [] },
    { redirect_uris: ["/callback"] },
    { redirect_uris: ["https://shop.example/#x"] },
    { redirect_uris: ["javascript:alert(1)"] },
    { name: " " },
    { webhook_secret: "whsec_mine" },
  ])("refuses %j and stays as it is", async (body) => {
    const before = await settings();
    const { cause } = expectProblem(await change(body), 400, "bad_request");
    expect(cause).toHaveLength(1);
    expect(await settings()).toEqual(before);
  });
});
