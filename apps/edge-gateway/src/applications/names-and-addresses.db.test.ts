import { expectProblem } from "@marketplace/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { mintWebhookSecret } from "../tokens/token-text.rules.ts";

const { http, demo, deps, bearer, config } = await startGateway();
const { id, client_id, redirect_uri } = demo.applications.default;
const path = `/applications/${id}`;
const change = (body: unknown) => http.put(path, { ...bearer("seller_mla"), body });
const settings = async () => (await http.get(path, bearer("seller_mla"))).json<Record<string, unknown>>();

const session = new pg.Client({ connectionString: config.databaseDirectUrl });
beforeAll(() => session.connect());
afterAll(() => session.end());

const link = (uri: string) =>
  `/authorization?${new URLSearchParams({ response_type: "code", client_id, redirect_uri: uri })}`;
const allowed = (uri: string) => {
  const fields = { response_type: "code", client_id, redirect_uri: uri, decision: "allow" };
  const body = new URLSearchParams({ ...fields, user_id: String(demo.users.buyer_mla.id) }).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return http.post("/authorization", { body, headers });
};

const dangerous = [
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://shop.example/1",
  "ftp://shop.example/callback",
  "ws://shop.example/callback",
  "gopher://shop.example/",
  "intent://shop#Intent;end",
  "mailto:somebody@shop.example",
  "shop://callback",
  "shop:/callback",
  "http://shop.example/callback",
  "http://127.0.0.2/callback",
  "http://127.0.0.1.shop.example/callback",
  "http://localhost@shop.example/callback",
  "http://localhost.shop.example/callback",
  "http://[::2]/callback",
  "https://user:password@shop.example/callback",
  "https://shop.example@evil.example/callback",
  "https:/shop.example/callback",
  "https:shop.example",
  "https:///shop.example/callback",
  "https:\\\\shop.example\\callback",
  "https://shop.example/call back",
  " https://shop.example/callback",
  "https://shop.example/\u202ekcabllac",
  "https://shop.example/callback#fragment",
  "https://shop.example/callback#",
  "com.example.shop:callback",
  "com.example.shop:",
  ".example.shop:/callback",
  "com..shop:/callback",
  "//shop.example/callback",
  "/callback",
  "",
];
const safe = [
  "https://shop.example/callback?shop=1",
  "https://shop.example:8443/callback",
  "http://127.0.0.1:3000/callback",
  "http://[::1]:3000/callback",
  "http://localhost/callback",
  "com.example.shop:/callback",
  "com.example.shop://callback",
];

describe("an address to send users back to", () => {
  it.each(dangerous)(
    "is refused when it is stored, and users are not sent there when it was: %j",
    async (uri) => {
      const before = await settings();
      const answer = await change({ redirect_uris: [redirect_uri, uri] });
      const { cause } = expectProblem(answer, 400, "bad_request");
      expect(cause).toMatchObject([{ references: ["body.redirect_uris[1]"] }]);
      expect(await settings()).toEqual(before);
      const store = (uris: unknown) =>
        session.query("UPDATE applications SET redirect_uris = $1 WHERE id = $2", [uris, id]);
      await store([uri]);
      for (const answer of [
        await http.get(link(uri)),
        await allowed(uri),
        await http.get(`${link(uri)}&scope=x`),
      ]) {
        expectProblem(answer, 400, "invalid_request");
        expect(answer.headers.location).toBeUndefined();
      }
      await store(before.redirect_uris);
    },
  );

  it.each(safe)("may be %s, and users are sent there", async (uri) => {
    expect((await change({ redirect_uris: [redirect_uri, uri] })).status).toBe(200);
    expect((await http.get(link(uri))).status).toBe(200);
    const { status, headers } = await allowed(uri);
    expect([status, headers.location]).toEqual([302, expect.stringMatching(/[?&]code=TG-\w+-\d+$/)]);
    expect(headers.location?.startsWith(uri)).toBe(true);
  });

  it("is refused by the repository, too", async () => {
    const application = {
      name: "Shop",
      owner_id: demo.users.seller_mla.id,
      secret_hash: Buffer.alloc(32),
      redirect_uris: ["https://shop.example/"],
      grant_types: [],
      scopes: [],
      callback_url: null,
      topics: [],
      webhook_secret: mintWebhookSecret(),
    };
    const { create } = deps.applications;
    await expect(create({ ...application, redirect_uris: ["javascript:alert(1)"] })).rejects.toThrow(
      "redirect_uris",
    );
    await expect(create({ ...application, name: "Sh\u200bop" })).rejects.toThrow("name");
    await expect(deps.applications.change(id, { redirect_uris: ["data:,x"] })).rejects.toThrow(
      "redirect_uris",
    );
  });
});

const deceptive = [
  ["a line break", "Shop\nMarketplace"],
  ["NUL's neighbor", "Shop\u0001"],
  ["a C1 control", "Shop\u0085"],
  ["delete", "Shop\u007f"],
  ["a right-to-left override", "gpj.\u202eshop"],
  ["a right-to-left isolate", "\u2067Shop\u2069"],
  ["a right-to-left mark", "Shop\u200f"],
  ["an Arabic letter mark", "Shop\u061c"],
  ["a zero-width space", "Market\u200bplace"],
  ["a zero-width joiner", "Market\u200dplace"],
  ["a word joiner", "Market\u2060place"],
  ["a byte order mark", "Market\ufeffplace"],
  ["a soft hyphen", "Market\u00adplace"],
  ["a tag", "Shop\u{e0041}"],
  ["a line separator", "Shop\u2028Marketplace"],
  ["a filler", "\u3164"],
  ["a blank", "\u2800"],
  ["a private character", "Shop\ue000"],
] as const;

/** Of the characters above, those that nobody sees. */
const hidden = /[^\p{L}.\u0020]|\u3164/gu;

describe("an application's name", () => {
  it.each(deceptive)("with %s is refused", async (_what, name) => {
    const before = await settings();
    const { cause } = expectProblem(await change({ name }), 400, "bad_request");
    expect(cause).toMatchObject([{ references: ["body.name"] }]);
    expect(await settings()).toEqual(before);
  });

  it.each(deceptive)(
    "with %s that was stored before is shown without it, the user's name too",
    async (_what, name) => {
      const { name: own } = await settings();
      const { id: buyer, nickname } = demo.users.buyer_mla;
      const store = async (shop: unknown, user: string) => {
        await session.query("UPDATE applications SET name = $1 WHERE id = $2", [shop, id]);
        await session.query("UPDATE users SET nickname = $1 WHERE id = $2", [user, buyer]);
      };
      await store(`${name}<b>`, `${name}<i>`);
      const { status, text } = await http.get(link(redirect_uri));
      await store(own, nickname);
      expect(status).toBe(200);
      expect(text).toContain(`${name.replace(hidden, "\ufffd")}&lt;b&gt;`);
      expect(text).toContain(`${name.replace(hidden, "\ufffd")}&lt;i&gt; (${buyer}, MLA)`);
      for (const [character] of name.matchAll(hidden))
        if (character !== "\n") expect(text).not.toContain(character);
    },
  );

  it.each(["Shop & Söhne <b>", "店舗", "متجر", "חנות", "Shop ❤️", "🛒", "Mercado Ñandú 24/7"])(
    "may be %s",
    async (name) => {
      expect((await change({ name })).json()).toMatchObject({ name });
    },
  );
});
