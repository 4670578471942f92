import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { newDataDir, started } from "../process/running.ts";

/** Delay of an e-mail in milliseconds. Twenty e-mails take longer than a transaction may last. */
const takesMs = 2_000;

/** A mail server that receives at once and acknowledges late; returns the Message-IDs in order of arrival. */
async function slowRelay(): Promise<{ url: string; arrived: string[] }> {
  const arrived: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    let message: string[] | undefined;
    const say = (line: string) => socket.writable && socket.write(`${line}\r\n`);
    createInterface({ input: socket }).on("line", (line) => {
      if (message && line !== ".") return void message.push(line);
      if (message) {
        arrived.push(/^message-id:\s*(<\S+>)/im.exec(message.join("\n"))?.[1] ?? "");
        message = undefined;
        setTimeout(() => say("250 taken"), takesMs);
        return;
      }
      if (line === "DATA") message = [];
      say(message ? "354 go on" : "250 ok");
    });
    say("220 slow");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, arrived };
}

test("twenty e-mails reach a mail server that takes two seconds for each exactly once", async () => {
  const relay = await slowRelay();
  const product = await started({
    dataDir: await newDataDir(),
    prepared: true,
    env: { SMTP_URL: relay.url },
  });
  const { users, fixtures } = product.sandbox;
  const path = `/packs/${fixtures.pack_empty}/fiscal_documents/request`;
  for (let n = 1; n <= 20; n++) {
    const body = { text: `CUIT, please (${n})` };
    const answer = await sendTo(product.baseUrl, "POST", { path, as: users.seller_mla, body });
    expect(answer.status).toBe(200);
  }
  await expect.poll(() => new Set(relay.arrived).size, { timeout: 200_000 }).toBe(20);
  await product.stop();
  expect(relay.arrived).toHaveLength(20);
});
