import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  bearer,
  bodyIn,
  fixtures,
  head,
  idsIn,
  isStandardError,
  say,
  statusOf,
  tokens,
  users,
} from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const operator = {
  kind: "caller",
  caller: { userId: users.operator.id, roles: ["operator"], scopes: ["read", "write"] },
};
const signed = (secret: string, text: string): string =>
  `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
const valid = encoded({ ...operator, expires: Date.now() + 60_000 });
const claims = {
  sub: String(users.operator.id),
  user_id: users.operator.id,
  aud: "marketplace",
  scope: "read write",
};

/** Headers that an attacker might expect the services to trust. */
const forged: [sentence: string, assertion: string][] = [
  ["unsigned", valid],
  ["with an empty signature", `${valid}.`],
  ["signed with an empty key", signed("x", valid)],
  ["signed with a guessed key", signed("marketplace", valid)],
  ["expired and signed with a guessed key", signed("secret", encoded({ ...operator, expires: 1 }))],
  ["as a JWT of algorithm none", `${encoded({ alg: "none" })}.${encoded(claims)}.`],
  ["as a JWT of another key", signed("secret", `${encoded({ alg: "HS256" })}.${encoded(claims)}`)],
  [
    "as a JWT for another audience",
    signed("secret", `${encoded({ alg: "HS256" })}.${encoded({ ...claims, aud: "other" })}`),
  ],
  ["as plain JSON", JSON.stringify(operator)],
];

describe("a caller that sends an assertion of its own", () => {
  test.each(forged)("in the gateway's header counts as nobody: %s", async (_sentence, assertion) => {
    for (const path of ["/users/me", "/questions/search", "/orders/1", "/shipments/1", "/currencies"]) {
      const said = await say(head(`GET ${path}`, `X-Marketplace-Caller: ${assertion}`), "\r\n");
      expect([path, statusOf(said)]).toEqual([path, 403]);
      expect(JSON.parse(bodyIn(said)).error).toBe("access_token_not_granted");
    }
  });

  test.each(forged)("with it for a token is refused: %s", async (_sentence, assertion) => {
    const said = await say(head("GET /questions/search", `Authorization: Bearer ${assertion}`), "\r\n");
    expect([statusOf(said), isStandardError(said)]).toEqual([401, true]);
  });

  test.each(forged)("beside a valid token does not change the caller: %s", async (_sentence, assertion) => {
    const headers = [
      `X-Marketplace-Caller: ${assertion}`,
      `x-marketplace-user: ${users.operator.id}`,
      "X-User-Id: 1",
    ];
    const path = `/questions/${fixtures.question_vehicle}/review`;
    const body = '{"decision":"ban"}';
    const type = ["Content-Type: application/json", `Content-Length: ${body.length}`];
    const said = await say(head(`POST ${path}`, ...type, ...headers), bearer(users.buyer_mla), "\r\n", body);
    expect(statusOf(said)).toBe(403);
  });

  test.each([["authorization"], ["x-request-id"], ["x-marketplace-caller"], ["content-length, host"]])(
    "cannot have %s dropped on the way by naming it in Connection",
    async (names) => {
      const said = await say(
        `GET /currencies?attributes=id HTTP/1.1\r\nHost: x\r\nX-Request-Id: named\r\nConnection: close, ${names}\r\n`,
        bearer(users.buyer_mla),
        "\r\n",
      );
      expect([statusOf(said), idsIn(said)]).toEqual([200, ["named"]]);
    },
  );
});

describe("a token that is none", () => {
  const given: [string, string, number][] = [
    ["expired", `Authorization: Bearer ${tokens.expired}`, 401],
    ["revoked", `Authorization: Bearer ${tokens.revoked}`, 401],
    ["of another shape", "Authorization: Bearer ' OR 1=1 --", 401],
    ["with a NUL percent-encoded", "Authorization: Bearer APP_USR%00", 401],
    [
      "with another's end",
      `Authorization: Bearer ${users.buyer_mla.access_token.replace(/\d+$/, String(users.operator.id))}`,
      401,
    ],
    ["shortened", `Authorization: Bearer ${users.buyer_mla.access_token.slice(0, -1)}`, 401],
    ["Basic", "Authorization: Basic YWRtaW46YWRtaW4=", 403],
    ["empty", "Authorization: Bearer ", 403],
  ];
  test.each(given)("is refused: %s", async (_sentence, header, status) => {
    const said = await say(head("GET /users/me", header), "\r\n");
    expect([statusOf(said), isStandardError(said)]).toEqual([status, true]);
  });
});

describe("a request id that is more than an id", () => {
  test.each(["a b", "<script>", "x".repeat(129), "a;b", "é", '"', "a\tb"])("is replaced: %s", async (id) => {
    const said = await say(head("GET /users/me", `X-Request-Id: ${id}`), bearer(users.buyer_mla), "\r\n");
    expect(idsIn(said)).toEqual([expect.stringMatching(/^[\w.-]{1,128}$/)]);
    expect(idsIn(said)[0]).not.toBe(id);
  });
});

const forwardings: [sentence: string, ...lines: string[]][] = [
  ["this machine's own address", "X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1"],
  ["the internal header", "X-Marketplace-Client-Address: 127.0.0.1"],
  ["no address at all", "X-Forwarded-For: ', <script>, ;;", 'Forwarded: for="; =,'],
  ["an address in another notation", "X-Forwarded-For: 0x7f.1, 2130706433, [::ffff:7f00:1]:99999"],
  [
    "one that never ends",
    `X-Forwarded-For: ${"1.2.3.4, ".repeat(1_000)}`,
    `Forwarded: for="${"\\\\".repeat(2_000)}"`,
  ],
  ["two that contradict", "X-Forwarded-For: 8.8.8.8", "X-Forwarded-For: 9.9.9.9", "Forwarded: for=1.1.1.1"],
];

describe("a client that tells of another address", () => {
  test.each(forwardings)("is who its token says, and nobody without one: %s", async (_sentence, ...lines) => {
    const said = await say(head("GET /users/me", ...lines), bearer(users.buyer_mla), "\r\n");
    expect([statusOf(said), JSON.parse(bodyIn(said)).id]).toEqual([200, users.buyer_mla.id]);
    const refused = await say(head("GET /users/me", ...lines), "\r\n");
    expect([statusOf(refused), isStandardError(refused)]).toEqual([403, true]);
  });
});
