import { attachedCaller } from "@marketplace/conventions";
import { expectErrorBody, expectProblem, startApp } from "@marketplace/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { echoServices, startGateway } from "../gateway.fixture.ts";
import { createApp, createDeps } from "../index.ts";

const { config, deps, bearer } = await startGateway();
const parts = { log: deps.log, authenticate: attachedCaller, clients: deps.clients };
const cutOff = await createDeps({ ...config, databaseUrl: "postgresql://nobody@127.0.0.1:9/none" }, parts);
afterAll(() => cutOff.close());

describe("without its database", () => {
  const http = startApp(createApp(cutOff, echoServices()));

  it("the gateway is alive, not ready, and says so", async () => {
    expect((await http.get("/livez")).status).toBe(200);
    expectProblem(await http.get("/readyz"), 503, "service_unavailable");
  });

  it("a token cannot be checked: 503, never a wrong answer", async () => {
    const answer = await http.get("/questions/search", bearer("seller_mla"));
    expectProblem(answer, 503, "service_unavailable");
    expect(answer.headers["retry-after"]).toBe("1");
  });

  it("below /oauth the error has its description, as every one there", async () => {
    const answer = await http.post("/oauth/token", bearer("seller_mla"));
    expectErrorBody(answer, {
      status: 503,
      error: "service_unavailable",
      extraFields: ["error_description"],
    });
  });

  it("requests without a token still reach their service", async () => {
    expect((await http.get("/sites/MLA/categories")).json()).toMatchObject({ service: "catalog" });
    expect((await http.options("/items", bearer("seller_mla"))).status).toBe(200);
  });
});
