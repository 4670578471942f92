import { stat } from "node:fs/promises";
import { bareApp, requests } from "@marketplace/conventions";
import { testedConventions } from "@marketplace/conventions/testing";
import { describe, expect, it } from "vitest";
import { health } from "./health.ts";
import { serve } from "./serve.ts";
import { served } from "./test-server.ts";

let database: () => Promise<unknown> = async () => "up";
const probes = health({ database: () => database(), mail: async () => undefined });
const app = bareApp().use(probes);
/** As every service has it: requests are logged first, whatever answers them. */
const loggedApp = bareApp().use(requests(testedConventions()), probes);

describe("health", () => {
  const { fetch } = served(app);
  const logged = served(loggedApp);

  it("says that the process is live, without checks", async () => {
    database = () => Promise.reject(new Error("down"));
    const answer = await fetch("/livez");
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
    expect(answer.headers.get("x-request-id")).toMatch(/./);
  });

  it("is open to every origin, without credentials", async () => {
    const { headers } = await fetch("/livez", { headers: { Origin: "http://a" } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("ETag");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("says that the service is ready when its dependencies are ready", async () => {
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

  it("answers a callback as any other request: probes read the status", async () => {
    database = async () => "up";
    expect((await logged.fetch("/livez?callback=f")).headers.get("content-type")).toMatch(
      /^application\/json/,
    );
    database = () => Promise.reject(new Error("down"));
    const answer = await logged.fetch("/readyz?callback=f");
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ status: 503 })]);
  });

  it("does not take a stall of its own process for one of a dependency", async () => {
    database = () => {
      const answered = stat(".");
      // The answer arrives meanwhile, and so does the end of the second that it has.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
      return answered;
    };
    expect((await fetch("/readyz")).status).toBe(200);
  });

  it("is not ready once the process is about to stop, but still answers", async () => {
    database = async () => "up";
    const listening = await serve(app, { host: "127.0.0.1", port: 0 });
    const ask = (path: string) => globalThis.fetch(`http://127.0.0.1:${listening.port}${path}`);
    expect((await ask("/readyz")).status).toBe(200);
    listening.announceEnd();
    const answer = await ask("/readyz");
    expect(answer.status).toBe(503);
    expect([answer.headers.get("retry-after"), answer.headers.get("connection")]).toEqual(["1", "close"]);
    expect(await answer.json()).toEqual({
      message: "The service is temporarily unavailable: try again later",
      error: "service_unavailable",
      status: 503,
      cause: [{ code: "stopping", message: "the process is about to stop", references: [] }],
    });
    expect((await ask("/livez")).status).toBe(200);
    await listening.close();
  });

  it("allows GET and HEAD only", async () => {
    const answer = await fetch("/livez", { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await fetch("/livez", { method: "HEAD" })).status).toBe(200);
  });
});
