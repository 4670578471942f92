import { describe, expect, test } from "vitest";
import {
  applications,
  bearer,
  bodyIn,
  head,
  isStandardError,
  jsonRequest,
  say,
  statusOf,
  users,
} from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const path = `/applications/${applications.default.id}`;
const urls = [
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "gopher://127.0.0.1:25/x",
  "ftp://example.com/",
  "ws://example.com/",
  "http://user:password@example.com/",
  "http://user@example.com/",
  "//example.com/",
  "/relative",
  "http://",
  "http:// example.com",
  "http://[::1",
  "http://example.com:99999/",
  "http://1.2.3.4.5.6/",
  "http://256.256.256.256/",
  "http://0x100000000/",
];

async function expectNoWayBack(uri: string): Promise<void> {
  const said = await say(...jsonRequest(`PUT ${path}`, JSON.stringify({ redirect_uris: [uri] })));
  expect([statusOf(said), isStandardError(said)], said.slice(0, 300)).toEqual([400, true]);
}

describe("a callback address nobody should give", () => {
  // Unit tests cover which spellings of hosts are public. The demo may call this machine.
  test.each(urls)("is refused: %j", async (callback_url) => {
    const said = await say(...jsonRequest(`PUT ${path}`, JSON.stringify({ callback_url })));
    expect([statusOf(said), isStandardError(said)], said.slice(0, 300)).toEqual([400, true]);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "https://a.example/#fragment", "no url"])(
    "is no address to send users back to either: %j",
    expectNoWayBack,
  );

  test("is not changed by others, whatever they give", async () => {
    const body = '{"callback_url":"https://evil.example/"}';
    const headers = ["Content-Type: application/json", `Content-Length: ${body.length}`];
    const said = await say(head(`PUT ${path}`, ...headers), bearer(users.buyer_mla), "\r\n", body);
    expect(statusOf(said)).toBe(403);
  });
});

describe("an address to send users back to", () => {
  test.each([
    "file:///etc/passwd",
    "ftp://a.example/",
    "vbscript:x",
    "blob:https://a.example/1",
    "ws://a.example/",
    "intent://a.example/",
    "shop://callback",
    "shop:/callback",
    "java\tscript:alert(1)",
    "about:blank",
    "http://a.example/",
    "http://10.0.0.1/",
    "http://127.0.0.1.a.example/",
    "http://localhost.a.example/",
    "http://localhost@a.example/",
    "https://a.example@evil.example/",
    "https:\\\\a.example\\",
    "https:a.example",
    "https://a.example/\u202egpj",
    " https://a.example/",
    "com.example.shop:callback",
    "//a.example/",
  ])("is https, loopback or a reverse domain name's scheme, and so not %j", expectNoWayBack);

  test.each(["https://a.example/callback", "http://[::1]:3000/callback", "com.example.shop:/callback"])(
    "may be %j, and users are sent there",
    async (uri) => {
      const change = (uris: string[]) =>
        say(...jsonRequest(`PUT ${path}`, JSON.stringify({ redirect_uris: uris })));
      expect(statusOf(await change([applications.default.redirect_uri, uri]))).toBe(200);
      const query = `response_type=token&client_id=${applications.default.id}&redirect_uri=${encodeURIComponent(uri)}`;
      const said = await say(head(`GET /authorization?${query}`), "\r\n");
      expect([statusOf(said), said.toLowerCase().includes(`location: ${uri}?error=`)]).toEqual([302, true]);
      expect(statusOf(await change([applications.default.redirect_uri]))).toBe(200);
    },
  );
});

describe("an application's name, which people are asked to trust", () => {
  test.each([
    "Shop\u202e",
    "\u2066Shop",
    "Shop\u200f",
    "Market\u200bplace",
    "Market\u200dplace",
    "Market\ufeffplace",
    "Market\u00adplace",
    "Shop\u0085",
    "Shop\u001b[31m",
    "Shop\nMarketplace",
    "Shop\u2028x",
    "\u3164",
    " ",
  ])("is refused with characters that nobody sees: %j", async (name) => {
    const said = await say(...jsonRequest(`PUT ${path}`, JSON.stringify({ name })));
    expect([statusOf(said), isStandardError(said)], said.slice(0, 300)).toEqual([400, true]);
    expect(JSON.parse(bodyIn(said)).cause).toMatchObject([{ references: ["body.name"] }]);
  });
});

describe("the way back of an authorization", () => {
  test.each([
    "https://evil.example/",
    `${applications.default.redirect_uri}/../x`,
    `${applications.default.redirect_uri}?a=b`,
    "//evil.example",
    `${applications.default.redirect_uri}%0d%0aX: y`,
  ])("leads nowhere that was not registered: %j", async (redirect) => {
    const query = `response_type=code&client_id=${applications.default.id}&redirect_uri=${encodeURIComponent(redirect)}`;
    const said = await say(head(`GET /authorization?${query}`), "\r\n");
    expect(statusOf(said)).toBe(400);
    expect(said).not.toMatch(/^location:/im);
  });

  test("carries a state that would break a header or a page as text", async () => {
    const state = encodeURIComponent('"><script>alert(1)</script>\r\nSet-Cookie: a=b');
    const registered = `client_id=${applications.default.id}&redirect_uri=${encodeURIComponent(applications.default.redirect_uri)}`;
    const page = await say(
      head(`GET /authorization?response_type=code&${registered}&state=${state}`),
      "\r\n",
    );
    expect(statusOf(page)).toBe(200);
    expect(bodyIn(page)).not.toContain("<script>alert");
    const back = await say(
      head(`GET /authorization?response_type=token&${registered}&state=${state}`),
      "\r\n",
    );
    expect(statusOf(back)).toBe(302);
    expect(back).not.toMatch(/^set-cookie:/im);
  });
});
