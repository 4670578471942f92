import { describe, expect, test } from "vitest";
import {
  answersIn,
  bearer,
  bodyIn,
  dial,
  head,
  idsIn,
  isStandardError,
  say,
  statusOf,
  users,
} from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const seller = bearer(users.seller_mla);
const hidden = `GET /users/me HTTP/1.1\r\nHost: x\r\nX-Request-Id: smuggled\r\n${seller}\r\n`;
const post = (...headers: string[]): string =>
  `POST /questions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${seller}${headers.map((line) => `${line}\r\n`).join("")}\r\n`;
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/**
 * Request smuggling: two parsers may disagree on the end of each request, and another one hides behind it.
 */
const doubtful: [sentence: string, bytes: string][] = [
  [
    "Content-Length and Transfer-Encoding together",
    `${post("Content-Length: 4", "Transfer-Encoding: chunked")}0\r\n\r\n${hidden}`,
  ],
  [
    "Transfer-Encoding before Content-Length",
    `${post("Transfer-Encoding: chunked", "Content-Length: 6")}0\r\n\r\nX${hidden}`,
  ],
  ["two different Content-Lengths", `${post("Content-Length: 2", "Content-Length: 60")}{}${hidden}`],
  ["a list of Content-Lengths", `${post("Content-Length: 2, 60")}{}${hidden}`],
  ["a signed Content-Length", `${post("Content-Length: +2")}{}${hidden}`],
  ["a negative Content-Length", `${post("Content-Length: -2")}{}${hidden}`],
  ["a hexadecimal Content-Length", `${post("Content-Length: 0x2")}{}${hidden}`],
  ["a Content-Length over 64 bits", `${post("Content-Length: 18446744073709551618")}{}${hidden}`],
  ["an empty Content-Length", post("Content-Length: ") + hidden],
  ["a space before the colon of Content-Length", `${post("Content-Length : 2")}{}${hidden}`],
  [
    "a space before the colon of Transfer-Encoding",
    `${post("Transfer-Encoding : chunked")}0\r\n\r\n${hidden}`,
  ],
  ["an unknown transfer coding", `${post("Transfer-Encoding: xchunked")}0\r\n\r\n${hidden}`],
  ["identity as a transfer coding", `${post("Transfer-Encoding: identity", "Content-Length: 2")}{}${hidden}`],
  ["chunked that is not the last coding", `${post("Transfer-Encoding: chunked, gzip")}0\r\n\r\n${hidden}`],
  [
    "chunked twice",
    `${post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked")}${chunk("{}")}0\r\n\r\n${hidden}`,
  ],
  ["a transfer coding in quotes", `${post('Transfer-Encoding: "chunked"')}0\r\n\r\n${hidden}`],
  ["a vertical tab in Transfer-Encoding", `${post("Transfer-Encoding: \u000bchunked")}0\r\n\r\n${hidden}`],
  ["a folded header line", `${post("Transfer-Encoding:\r\n chunked")}0\r\n\r\n${hidden}`],
  ["a NUL in a header", `${post("X: a\u0000b", "Content-Length: 2")}{}${hidden}`],
  ["a bare carriage return in a header", `${post("X: a\rContent-Length: 2")}{}${hidden}`],
  ["a bare line feed for a line's end", `${post("X: y\nContent-Length: 2")}{}${hidden}`],
  ["a header without a name", `${post(": x", "Content-Length: 2")}{}${hidden}`],
  ["a header without a colon", `${post("Nonsense", "Content-Length: 2")}{}${hidden}`],
  ["a chunk size that is no number", `${post("Transfer-Encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n${hidden}`],
  ["a negative chunk size", `${post("Transfer-Encoding: chunked")}-2\r\n{}\r\n0\r\n\r\n${hidden}`],
  ["a chunk size with 0x", `${post("Transfer-Encoding: chunked")}0x2\r\n{}\r\n0\r\n\r\n${hidden}`],
  [
    "a chunk size over 64 bits",
    `${post("Transfer-Encoding: chunked")}10000000000000002\r\n{}\r\n0\r\n\r\n${hidden}`,
  ],
  ["a chunk longer than it says", `${post("Transfer-Encoding: chunked")}1\r\n{}\r\n0\r\n\r\n${hidden}`],
  ["a chunk ended by a bare line feed", `${post("Transfer-Encoding: chunked")}2\n{}\n0\n\n${hidden}`],
  ["a request line with a tab", `GET\t/sites HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`],
  ["a version that does not exist", `GET /sites HTTP/9.9\r\nHost: x\r\n\r\n${hidden}`],
];

describe("a request whose end is in doubt", () => {
  test.each(doubtful)("is refused and ends its connection: %s", async (_sentence, bytes) => {
    const said = await say(bytes);
    expect(idsIn(said)).not.toContain("smuggled");
    expect(answersIn(said)).toBeLessThanOrEqual(1);
    expect(said === "" || [400, 413, 505].includes(statusOf(said)), said).toBe(true);
    expect(said === "" || isStandardError(said), said).toBe(true);
  });
});

describe("a request whose end is certain", () => {
  test("in chunks with extensions and trailers, is answered, and the next request after it", async () => {
    const body = `2;name=value\r\n{"\r\n1;a="b"\r\n"\r\n4\r\n:1}\n\r\n0\r\nX-Marketplace-Caller: e30.e30\r\n\r\n`;
    const next = `${head("GET /users/me", "X-Request-Id: next")}${seller}\r\n`;
    const said = await say(post("Transfer-Encoding: chunked", "X-Request-Id: first") + body + next);
    expect(idsIn(said)).toEqual(["first", "next"]);
    expect(statusOf(said)).toBe(400);
  });

  test("with a body on GET, does not let the body be taken for a request", async () => {
    const first = `GET /sites HTTP/1.1\r\nHost: x\r\nX-Request-Id: first\r\n${seller}Content-Length: ${hidden.length}\r\n\r\n${hidden}`;
    const said = await say(first, `${head("GET /currencies", "X-Request-Id: second")}${seller}\r\n`);
    expect(idsIn(said)).toEqual(["first", "second"]);
  });

  test("with a refused body, does not let the body be taken for a request", async () => {
    const first = `POST /nowhere HTTP/1.1\r\nHost: x\r\nX-Request-Id: first\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`;
    const said = await say(first, `${head("GET /currencies", "X-Request-Id: second")}${seller}\r\n`);
    expect(idsIn(said)).toEqual(["first", "second"]);
  });

  test("one of forty on one connection, is answered in its turn, each with its own answer", async () => {
    const people = [users.seller_mla, users.buyer_mla, users.operator, users.seller2_mla];
    const asked = Array.from({ length: 40 }, (_, index) => ({
      id: `p-${index}`,
      user: people[index % 4] ?? users.operator,
    }));
    const line = await dial();
    line.socket.write(
      asked
        .map(
          ({ id, user }) =>
            `GET /users/me?attributes=id HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n${bearer(user)}\r\n`,
        )
        .join(""),
    );
    const said = await line.until((text) => idsIn(text).length === 40 && text.endsWith("}"));
    line.socket.destroy();
    expect(idsIn(said)).toEqual(asked.map(({ id }) => id));
    const ids = [...said.matchAll(/\{"id":(\d+)\}/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(asked.map(({ user }) => user.id));
  });

  test("by HTTP/1.0, without a Host, is answered and its connection ended", async () => {
    const said = await say(`GET /users/me HTTP/1.0\r\n${seller}\r\n`);
    expect(statusOf(said)).toBe(200);
    expect(JSON.parse(bodyIn(said))).toMatchObject({ id: users.seller_mla.id });
  });

  test("that announces its body, is told to go on, or refused before it sends any", async () => {
    const body = '{"site_id":123}';
    const headers = [
      `Content-Length: ${body.length}`,
      "Expect: 100-continue",
      "Content-Type: application/json",
    ];
    const line = await dial();
    line.socket.write(`${head("POST /users/test_user", ...headers)}${seller}\r\n`);
    await line.until((said) => said.startsWith("HTTP/1.1 100 "));
    line.socket.write(body);
    const said = await line.ended();
    expect(said).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
    expect(statusOf(said)).toBe(400);
    const unknown = await say(head("GET /sites", "Expect: miracles"), "\r\n");
    expect(statusOf(unknown)).toBe(417);
    expect(isStandardError(unknown), unknown).toBe(true);
  });
});
