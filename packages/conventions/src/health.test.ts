import { describe, expect, it } from "vitest";
import { health } from "./health.ts";
import { bareApp } from "./mount.ts";
import { served } from "./test-server.ts";

let database: () => Promise<unknown> = async () => "up";
const app = bareApp().use(health({ database: () => database(), mail: async () => undefined }));

describe("health", () => {
  const { fetch } = served(app);

  it("says that the process lives, without asking anyone", async () => {
    database = () => Promise.reject(new Error("down"));
    const answer = await fetch("/livez");
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
    expect(answer.headers.get("x-request-id")).toMatch(/./);
  });

  it("says that the service is ready when its dependencies are", async () => {
    database = async () => "up";
    const answer = await fetch("/readyz");
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { status: "ok", checks: { database: "ok", mail: "ok" } },
    ]);
  });

  it.each([
    ["rejects", () => Promise.reject(new Error("password=secret"))],
    [
      "throws",
      () => {
        throw new Error("password=secret");
      },
    ],
    ["hangs", () => new Promise(() => undefined)],
  ])("names the dependency whose check %s, in the standard error body", async (_, check) => {
    database = check;
    const answer = await fetch("/readyz");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await answer.json()).toEqual({
      message: "The service is temporarily unavailable: try again later",
      error: "service_unavailable",
      status: 503,
      cause: [{ code: "unavailable", message: "database does not answer", references: ["database"] }],
    });
  });

  it("takes GET and HEAD only", async () => {
    const answer = await fetch("/livez", { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await fetch("/livez", { method: "HEAD" })).status).toBe(200);
  });
});
