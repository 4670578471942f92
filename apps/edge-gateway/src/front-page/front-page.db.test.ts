import { startApp } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { echoServices, startGateway } from "../gateway.fixture.ts";
import { createApp } from "../index.ts";
import { readSandbox, type Sandbox } from "./sandbox.schema.ts";

const { http, deps } = await startGateway();
const browser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8", Host: "127.0.0.1:8080" };
const token = "APP_USR-1-secret-7";
const sandbox: Sandbox = {
  users: { seller_mla: { id: 7, nickname: "A <b> & C", site_id: "MLA", access_token: token } },
  applications: {
    default: {
      client_id: "1",
      client_secret: "the client's secret",
      redirect_uri: "http://localhost:3000/callback?a=b",
      webhook_secret: "whsec_x",
    },
  },
};
const deployed = startApp(() => createApp({ ...deps, signIn: "password" }, echoServices()));
const inSandbox = startApp(() => createApp(deps, echoServices(), { sandbox }));

describe("the first page", () => {
  it("tells a browser what this is, and where documentation and health are", async () => {
    const answer = await http.get("/", { headers: browser });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      vary: "Accept",
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    for (const path of ["/docs", "/openapi.json", "/livez", "/readyz"]) {
      expect(answer.text).toContain(`href="${path}"`);
      expect((await http.get(path)).status).toBe(200);
    }
    expect(answer.text).not.toMatch(/<script|APP_USR-|sandbox/);
  });

  it("leads to the sign-in where users sign in, and are not picked from a list", async () => {
    const signIn = '<a href="/sign_in">';
    expect((await http.get("/", { headers: browser })).text).not.toContain(signIn);
    expect((await deployed.get("/", { headers: browser })).text).toContain(signIn);
  });

  it.each<Record<string, string>>([{}, { Accept: "*/*" }, { Accept: "application/json" }])(
    "is for browsers: a program with %j gets 404, as before",
    async (headers) => {
      const answer = await inSandbox.get("/", { headers });
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({
        error: "resource not found",
        message: "Resource not found: GET /",
      });
      expect(answer.text).not.toContain(token);
    },
  );

  it("takes no other method", async () => {
    expect((await inSandbox.post("/", { headers: browser })).json()).toMatchObject({
      error: "resource not found",
    });
    const head = await inSandbox.head("/", { headers: browser });
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: "" });
  });

  it("shows a sandbox's users, tokens and applications, as text", async () => {
    const { text } = await inSandbox.get("/", { headers: browser });
    for (const shown of [token, "seller_mla", "A &lt;b&gt; &amp; C", "the client&#39;s secret", "whsec_x"])
      expect(text).toContain(shown);
    const consent = new URLSearchParams({
      response_type: "code",
      client_id: "1",
      redirect_uri: "http://localhost:3000/callback?a=b",
    });
    expect(text).toContain(`/authorization?${consent.toString().replaceAll("&", "&amp;")}`);
  });

  it.each([
    ["by a name that is not loopback's", { Host: "evil.example:8080" }],
    ["by a name that only begins like it", { Host: "127.0.0.1.evil.example" }],
    ["through a proxy", { "X-Forwarded-For": "203.0.113.7" }],
    ["through a proxy of RFC 7239", { Forwarded: "for=203.0.113.7" }],
    ["through a proxy that tells the host", { "X-Forwarded-Host": "shop.example" }],
    ["through a proxy that tells the scheme", { "X-Forwarded-Proto": "https" }],
    ["through a proxy that tells the address its own way", { "X-Real-IP": "127.0.0.1" }],
    ["through a proxy that tells of itself", { Via: "1.1 proxy" }],
  ])("shows no token to a visitor who is sent here %s", async (_how, headers) => {
    const answer = await inSandbox.get("/", { headers: { ...browser, ...headers } });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(token);
    expect(answer.text).not.toContain("whsec_");
  });

  it("is no other site's to read", async () => {
    const { headers } = await inSandbox.get("/", { headers: { ...browser, Origin: "https://evil.example" } });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });
});

describe("the icon", () => {
  it("is served to everybody, and pages may load it", async () => {
    const answer = await http.get("/favicon.ico");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/svg+xml");
    expect(answer.text).toMatch(/^<svg /);
    const page = await http.get("/", { headers: browser });
    expect(page.text).toContain('href="/favicon.ico"');
    expect(page.headers["content-security-policy"]).toContain("img-src 'self'");
  });
});

describe("what a sandbox's process is told", () => {
  it("is nothing in a deployment, and the sandbox as JSON otherwise", () => {
    expect(readSandbox(undefined)).toBeUndefined();
    expect(readSandbox("")).toBeUndefined();
    expect(readSandbox(JSON.stringify({ ...sandbox, tokens: {} }))).toEqual(sandbox);
  });
});
