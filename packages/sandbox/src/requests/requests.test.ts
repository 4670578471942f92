import { gzipSync } from "node:zlib";
import { startApp } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { adminHeaders, testLab } from "../lab.fixture.ts";

const admin = { headers: adminHeaders };
const token = "APP_USR-7000000001-0123456789abcdef-1000000001";
const unknown = '{"message":"x","error":"resource not found","status":404,"cause":[]}';

const paths = { "/questions/{id}": { get: { operationId: "getQuestion", summary: "Reads a question" } } };

/** A product that answers in the ways in which the real one does. */
const http = startApp(() => {
  const lab = testLab();
  return lab.around(async (req, res) => {
    const { pathname } = new URL(req.url ?? "", "http://x");
    const id = req.headers["x-request-id"] ?? crypto.randomUUID();
    if (pathname === "/kept") {
      res.writeHead(200, ["X-Request-Id", String(id), "Content-Type", "application/json"]);
      return res.end('"Ã©"', "latin1");
    }
    if (pathname === "/cut") return req.socket.destroy();
    res.setHeader("X-Request-Id", id);
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    if (pathname === "/openapi.json") return res.end(JSON.stringify({ paths }));
    if (pathname === "/long") {
      res.write("x".repeat(20_000));
      return res.end(Buffer.alloc(50_000, "y"));
    }
    if (pathname === "/zipped")
      return res.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync('{"a":1}'));
    if (pathname === "/bad") return res.writeHead(400).end(badBody);
    if (pathname.startsWith("/echo")) return res.end(Buffer.concat(await req.toArray()));
    res.writeHead(404).end(unknown);
  });
});
const badBody = JSON.stringify({
  message: "Invalid body.text",
  error: "bad_request",
  status: 400,
  cause: [{ code: "too_small", message: "Too small", references: ["body.text"] }],
});

interface Details {
  id: string;
  request: { headers: Record<string, string>; body: { text: string | null } | null };
  answer: { headers: Record<string, string>; body: { text: string | null; truncated: boolean } | null };
}

/** Sends a request and reads what is recorded of it. */
async function recorded(method: string, path: string, ask: Parameters<typeof http.request>[2] = {}) {
  const answer = await http.request(method, path, ask);
  const details = await http.get(`/_sandbox/requests/${answer.headers["x-request-id"]}`, admin);
  return details.json<Details>();
}
const list = async (query = "") =>
  (await http.get(`/_sandbox/requests${query}`, admin)).json<{
    paging: { total: number };
    results: { id: string; method: string; status: number; target: string }[];
  }>();

describe("what is recorded of a request", () => {
  it("is what was sent and answered, with its operation and whose token it had", async () => {
    const details = await recorded("GET", "/echo/questions/5?limit=1", {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(details).toMatchObject({
      method: "GET",
      target: "/echo/questions/5?limit=1",
      status: 200,
      complete: true,
      application_id: 7_000_000_001,
      user_id: 1_000_000_001,
      operation: null,
      request: { headers: { Authorization: "Bearer APP_USR-7000000001-***-1000000001" }, body: null },
      error: null,
      fault: null,
      replay_of: null,
      notifications: [],
    });
    const known = await recorded("GET", "/questions/5");
    expect(known).toMatchObject({ operation: { id: "getQuestion", path: "/questions/{id}" } });
  });

  it("has both bodies, of answers in any form", async () => {
    const echoed = await recorded("POST", "/echo", { body: { text: "¿Tiene?" } });
    expect(echoed.request.body).toEqual({ text: '{"text":"¿Tiene?"}', bytes: 19, truncated: false });
    expect(echoed.answer.body).toMatchObject({ text: '{"text":"¿Tiene?"}' });
    const kept = await recorded("GET", "/kept");
    expect(kept.answer).toMatchObject({
      headers: { "Content-Type": "application/json" },
      body: { text: '"é"' },
    });
    expect((await recorded("GET", "/zipped")).answer.body).toMatchObject({ text: '{"a":1}' });
    const bytes = await recorded("POST", "/echo", { body: Buffer.from([255, 254, 0]) });
    expect(bytes.request.body).toEqual({ text: null, bytes: 3, truncated: false });
  });

  it("is cut at 16 KiB, and such a body cannot be sent again", async () => {
    const { answer } = await recorded("GET", "/long");
    expect(answer.body).toEqual({ text: "x".repeat(16_384), bytes: null, truncated: true });
    const sent = await recorded("POST", "/echo", { body: "z".repeat(100_000) });
    expect(sent.request.body).toEqual({ text: "z".repeat(16_384), bytes: 100_000, truncated: true });
    const again = await http.post(`/_sandbox/requests/${sent.id}/replay`, admin);
    expect(again.status).toBe(409);
  });

  it("says what was wrong", async () => {
    expect(await recorded("POST", "/bad", { body: {} })).toMatchObject({
      error: { error: "bad_request", cause: [{ code: "too_small", references: ["body.text"] }] },
    });
  });

  it("shows a request whose connection ended without an answer", async () => {
    await expect(http.get("/cut", { headers: { "X-Request-Id": "cut-1" } })).rejects.toThrow();
    expect((await http.get("/_sandbox/requests/cut-1", admin)).json()).toMatchObject({
      status: null,
      complete: false,
      answer: { body: null },
    });
  });

  it("is not there for an unknown id, nor for the lab's own requests", async () => {
    expect((await http.get("/_sandbox/requests/none", admin)).json()).toMatchObject({
      status: 404,
      message: "Request not found: none",
    });
    expect((await list("?path=/_sandbox")).results).toEqual([]);
  });
});

describe("the list of requests", () => {
  it("is filtered by status, path, method, application and moment, newest first", async () => {
    const since = new Date().toISOString();
    const headers = { Authorization: `Bearer ${token}` };
    await http.get("/echo/list/1", { headers });
    await http.put("/echo/list/2");
    await http.get("/nowhere/list");
    const targets = async (query: string) =>
      (await list(`?since=${since}&${query}`)).results.map(({ method, target }) => `${method} ${target}`);
    expect(await targets("path=/echo/list")).toEqual(["PUT /echo/list/2", "GET /echo/list/1"]);
    expect(await targets("method=put")).toEqual(["PUT /echo/list/2"]);
    expect(await targets("status=4xx")).toEqual(["GET /nowhere/list"]);
    expect(await targets("status=404")).toEqual(["GET /nowhere/list"]);
    expect(await targets("application=7000000001")).toEqual(["GET /echo/list/1"]);
    expect(await targets("limit=1&offset=1")).toEqual(["PUT /echo/list/2"]);
    expect(await targets("since=2999-01-01T00:00:00Z")).toHaveLength(3);
    expect((await list("?since=2999-01-01T00:00:00Z")).paging.total).toBe(0);
  });

  it.each(["status=600", "status=x", "since=yesterday", "application=x", "limit=101"])(
    "refuses ?%s",
    async (query) => {
      expect((await http.get(`/_sandbox/requests?${query}`, admin)).status).toBe(400);
    },
  );
});

describe("what a browser loads for pages", () => {
  it("is left out by except_page; what programs and other pages ask for is not", async () => {
    const from = (page: string, site = "same-origin") => ({
      headers: { Referer: `http://x.test${page}`, "Sec-Fetch-Site": site },
    });
    const shown = [
      await recorded("GET", "/loads/1", from("/console", "cross-site")),
      await recorded("GET", "/loads/2", from("/consoles")),
      await recorded("GET", "/loads/3"),
    ];
    for (const page of ["/console", "/console/catalog?tab=search"])
      await recorded("GET", "/loads/4", from(page));
    const { results } = await list("?path=/loads&except_page=/console");
    expect(results.map(({ id }) => id).toReversed()).toEqual(shown.map(({ id }) => id));
    expect((await list("?path=/loads")).paging.total).toBe(5);
  });
});

describe("a replay", () => {
  it("sends the same again with its credential, and shows the new request", async () => {
    const headers = { Authorization: `Bearer ${token}`, "X-Kind": "a" };
    const first = await recorded("POST", "/echo?access_token=SECRET", { body: { text: "?" }, headers });
    const answer = await http.post(`/_sandbox/requests/${first.id}/replay`, admin);
    expect(answer.status).toBe(201);
    const second = answer.json<Details>();
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({
      replay_of: first.id,
      target: "/echo?access_token=***",
      status: 200,
      request: { headers: { "X-Kind": "a", Authorization: first.request.headers.Authorization } },
      answer: { body: { text: '{"text":"?"}' } },
    });
  });

  it("of a request whose connection ended ends alike", async () => {
    await expect(http.get("/cut", { headers: { "X-Request-Id": "cut-2" } })).rejects.toThrow();
    const answer = await http.post("/_sandbox/requests/cut-2/replay", admin);
    expect(answer.json()).toMatchObject({ status: null, replay_of: "cut-2" });
  });
});

describe("other forms", () => {
  it("has a body that begins with @ as a text, not as the name of a file", async () => {
    const { id } = await recorded("POST", "/echo", { body: "@/etc/passwd" });
    const answer = await http.get(`/_sandbox/requests/${id}/curl`, admin);
    expect(answer.text).toContain("--data-raw '@/etc/passwd'");
  });

  it("is a command for a shell, without the token", async () => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const { id } = await recorded("POST", "/echo?a=it's", { body: '{"a":"it\'s"}', headers });
    const answer = await http.get(`/_sandbox/requests/${id}/curl`, admin);
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.text).toBe(
      [
        "curl -X 'POST' 'http://market.test/echo?a=it'\\''s'",
        '-H "Authorization: Bearer $ACCESS_TOKEN"',
        "-H 'Content-Type: application/json'",
        `--data-raw '{"a":"it'\\''s"}'\n`,
      ].join(" \\\n  "),
    );
  });

  it("is an HTTP Archive, oldest first", async () => {
    await http.get("/echo/har/1?q=a+b");
    await http.post("/echo/har/2", { body: { a: 1 }, headers: { Authorization: `Bearer ${token}` } });
    const answer = await http.get("/_sandbox/requests.har?path=/echo/har", admin);
    expect(answer.text).not.toContain(token);
    const { log } = answer.json<{ log: { version: string; entries: unknown[] } }>();
    expect(log.version).toBe("1.2");
    expect(log.entries).toMatchObject([
      {
        request: {
          method: "GET",
          url: "http://market.test/echo/har/1?q=a+b",
          queryString: [{ name: "q", value: "a b" }],
        },
        response: { status: 200, statusText: "OK", content: { size: 0 } },
      },
      {
        request: { method: "POST", postData: { mimeType: "application/json", text: '{"a":1}' } },
        response: { content: { size: 7, text: '{"a":1}' } },
      },
    ]);
  });
});

describe("paths that are not served", () => {
  it("are counted, with a placeholder for ids", async () => {
    for (const path of ["/gone/1/x", "/gone/MLA22/x", "/gone/3/x?a=1", "/gone"]) await http.get(path);
    const answer = await http.get("/_sandbox/unserved?limit=100", admin);
    const { results } = answer.json<{ results: { path: string }[] }>();
    expect(results.filter(({ path }) => path.startsWith("/gone"))).toEqual([
      { method: "GET", path: "/gone/{id}/x", count: 3, example: "/gone/3/x", last_at: expect.any(String) },
      { method: "GET", path: "/gone", count: 1, example: "/gone", last_at: expect.any(String) },
    ]);
  });
});
