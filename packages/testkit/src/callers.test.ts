import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { asCaller, callers, testAuthenticator } from "./callers.ts";
import { startApp } from "./http.ts";

const echo: RequestListener = async (req, res) => {
  const body = Buffer.concat(await req.toArray()).toString();
  const { method, url, headers } = req;
  res.setHeader("X-Many", ["a", "b"]);
  res.end(JSON.stringify({ method, url, headers, body, authentication: testAuthenticator(req) }));
};

describe("a request of a test", () => {
  const http = startApp(echo);

  it("is made by the caller that `as` names", async () => {
    const unusual = asCaller({
      userId: 9_876_543_210,
      scopes: ["write", "offline_access"],
      roles: [],
      siteId: "MLB",
      applicationId: 5,
    });
    for (const as of [...Object.values(callers), unusual]) {
      const answer = await http.get("/", { as });
      expect(answer.json()).toMatchObject({ authentication: as });
    }
    expect((await http.get("/")).json()).toMatchObject({ authentication: { kind: "none" } });
  });

  it("with a token of another form is made by nobody", async () => {
    for (const Authorization of ["Bearer x", "Basic dGVzdDox", "Bearer test:x:read::MLA", ""])
      expect((await http.get("/", { headers: { Authorization } })).json()).toMatchObject({
        authentication: { kind: "invalid" },
      });
  });

  it("carries JSON, text or bytes with its media type", async () => {
    const sent = async (body: unknown, headers = {}) => (await http.post("/", { body, headers })).json();
    const type = { "content-type": "application/json" };
    expect(await sent({ a: "é" })).toMatchObject({ body: '{"a":"é"}', headers: type });
    expect(await sent("{")).toMatchObject({ body: "{", headers: type });
    expect(await sent(null)).toMatchObject({ body: "null" });
    expect(await sent(Buffer.from("x"), { "content-type": "text/plain" })).toMatchObject({
      body: "x",
      headers: { "content-type": "text/plain" },
    });
  });

  it("goes by any method to exactly the path given", async () => {
    expect((await http.request("PROPFIND", "/a//%2F?b=%zz")).json()).toMatchObject({
      method: "PROPFIND",
      url: "/a//%2F?b=%zz",
    });
    for (const method of ["put", "patch", "delete", "options"] as const)
      expect((await http[method]("/")).json()).toMatchObject({ method: method.toUpperCase() });
    expect((await http.head("/")).bytes).toHaveLength(0);
  });

  it("shows the headers of the answer in lower case, repeated ones joined", async () => {
    expect((await http.get("/")).headers["x-many"]).toBe("a, b");
  });
});

describe("an application that is built late", () => {
  const http = startApp(async () => echo);

  it("is served once it is there", async () => {
    expect((await http.get("/late")).json()).toMatchObject({ url: "/late" });
    expect(http.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});
