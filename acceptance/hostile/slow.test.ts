import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { bearer, dial, fixtures, head, isStandardError, type Line, say, statusOf, users } from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const seller = bearer(users.seller_mla);

/** Slowloris: sends one byte at a time until the product closes the connection; returns what it received. */
async function drip(line: Line, text: string): Promise<string> {
  const timer = setInterval(() => line.socket.writable && line.socket.write(text), 200);
  try {
    return await line.ended();
  } finally {
    clearInterval(timer);
  }
}

describe.concurrent("a client that takes its time", () => {
  test("with its headers, is told 408 and cut off", async () => {
    const line = await dial();
    line.socket.write("GET /sites HTTP/1.1\r\nHost: x\r\nX: ");
    const said = await drip(line, "y");
    expect(statusOf(said)).toBe(408);
    expect(isStandardError(said)).toBe(true);
  });

  test("with a JSON body of known length, is cut off", async () => {
    const line = await dial();
    line.socket.write(
      `${head("POST /questions", "Content-Type: application/json", "Content-Length: 500000")}${seller}\r\n{`,
    );
    expect([0, 400, 408]).toContain(statusOf(await drip(line, " ")));
  });

  test("with chunks that do not end, is cut off", async () => {
    const line = await dial();
    line.socket.write(
      `${head("POST /questions", "Content-Type: application/json", "Transfer-Encoding: chunked")}${seller}\r\n1\r\n{\r\n`,
    );
    expect([0, 400, 408]).toContain(statusOf(await drip(line, "1\r\n \r\n")));
  });

  test("with a file, is cut off", async () => {
    const line = await dial();
    const type = "Content-Type: multipart/form-data; boundary=X";
    // Other tests may have left files in the pack.
    const filename = `${randomUUID()}.pdf`;
    const part = `--X\r\nContent-Disposition: form-data; name="fiscal_document"; filename="${filename}"\r\nContent-Type: application/pdf\r\n\r\n`;
    line.socket.write(
      `${head(`POST /packs/${fixtures.pack_empty}/fiscal_documents`, type, "Content-Length: 900000")}${seller}\r\n${part}`,
    );
    expect([0, 400, 408]).toContain(statusOf(await drip(line, "%")));
    const list = await say(head(`GET /packs/${fixtures.pack_empty}/fiscal_documents`), seller, "\r\n");
    expect([200, 404]).toContain(statusOf(list));
    expect(list).not.toContain(filename);
  });

  test("to read its large answers, does not keep others waiting", async () => {
    const line = await dial();
    line.socket.pause();
    const request = `GET /sites/MLA/categories/all?withAttributes=true HTTP/1.1\r\nHost: x\r\n${seller}\r\n`;
    line.socket.write(request.repeat(400));
    expect(statusOf(await say(head("GET /users/me"), seller, "\r\n"))).toBe(200);
    // A paused socket notices its end only when it reads; discard what is in between.
    const closed = once(line.socket, "close");
    await say(head("GET /users/me"), seller, "\r\n");
    line.socket.destroy();
    await closed;
  });
});

describe("two hundred connections that ask nothing", () => {
  test("leave others served", async () => {
    const idle = await Promise.all(Array.from({ length: 200 }, dial));
    for (let turn = 0; turn < 5; turn += 1)
      expect(statusOf(await say(head("GET /users/me"), seller, "\r\n"))).toBe(200);
    for (const { socket } of idle) socket.destroy();
  });

  test("that have each begun a request, leave others served", async () => {
    const begun = await Promise.all(Array.from({ length: 200 }, dial));
    for (const { socket } of begun)
      socket.write(
        `POST /questions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${seller}Content-Length: 9\r\n\r\n{`,
      );
    for (let turn = 0; turn < 5; turn += 1)
      expect(statusOf(await say(head("GET /users/me"), seller, "\r\n"))).toBe(200);
    for (const { socket } of begun) socket.destroy();
  });
});
