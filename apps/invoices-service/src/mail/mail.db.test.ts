import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ids, invoicesService, multipart, pdf, seller } from "../service.fixture.ts";
import { createMailDispatcher } from "./mail-dispatcher.job.ts";
import { createMailer } from "./mailer.service.ts";
import { fakeSmtpServer } from "./smtp-server.fixture.ts";

const { http, sale, sent, db, deps } = await invoicesService();
const from = "Marketplace <no-reply@marketplace.example>";
const message = {
  id: "7c7ad5a5-94b5-44f0-9a40-3f7c1d0f2f10",
  subject: "Hello\r\nBcc: evil@example.com",
  text: "Hola, ñ",
  to: { name: 'Ana "A"\r\nBcc: evil@example.com', address: "ana@marketplace.example" },
  date: new Date("2026-03-10T15:00:00.000Z"),
};
const sendMail = (given: Parameters<typeof createMailDispatcher>[0]) => createMailDispatcher(given).sendDue();
const headersOf = (text: string) => text.split(/\r?\n\r?\n/)[0]?.split(/\r?\n/) ?? [];
const waiting = async () => (await db.pool.query("SELECT 1 FROM outgoing_mail")).rows.length;

describe("e-mails that wait", () => {
  it("go to the buyer after an upload, once, by any number of replicas", async () => {
    const { packId } = await sale();
    const body = multipart([pdf({ filename: "../factura.pdf" })]);
    await http.post(`/packs/${packId}/fiscal_documents`, { as: seller, ...body });
    const counts = await Promise.all([sendMail(deps), sendMail(deps)]);
    expect(counts.reduce((a, b) => a + b)).toBe(1);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: { name: "Ana Paz", address: `user${ids.buyer}@marketplace.example` },
      subject: `La factura de tu compra ${packId}`,
      text: expect.stringContaining("  - factura.pdf"),
    });
    expect(await waiting()).toBe(0);
  });

  it("are dropped when their recipient does not exist any more", async () => {
    const { packId } = await sale();
    await http.post(`/packs/${packId}/fiscal_documents`, { as: seller, ...multipart([pdf()]) });
    const users = async () => [];
    await sendMail({ ...deps, identity: { ...deps.identity, users } });
    expect(await waiting()).toBe(0);
  });
});

describe("the development mailbox", () => {
  it("keeps one whole .eml file per e-mail, however often it is sent, and no line of its own making", async () => {
    const dir = await mkdtemp(join(tmpdir(), "mail-"));
    afterAll(() => rm(dir, { recursive: true, force: true }));
    const mailer = createMailer({ from, smtpUrl: undefined, dir });
    await mailer.send(message);
    await mailer.send(message);
    mailer.close();
    const files = await readdir(dir);
    expect(files).toEqual([`2026-03-10T15-00-00.000Z-${message.id}.eml`]);
    const text = await readFile(join(dir, files[0] ?? ""), "utf8");
    expect(text).toContain(`<${message.id}@invoices.marketplace.example>`);
    expect(headersOf(text).filter((line) => /^(bcc|cc):/i.test(line))).toEqual([]);
  });
});

describe("an SMTP server", () => {
  it("gets the e-mail for its one recipient", async () => {
    const relay = await fakeSmtpServer();
    const mailer = createMailer({ from, smtpUrl: relay.url, dir: "" });
    await mailer.send(message);
    mailer.close();
    expect(relay.commands.filter((line) => line.startsWith("RCPT"))).toEqual([
      "RCPT TO:<ana@marketplace.example>",
    ]);
    expect(relay.commands).toContain("MAIL FROM:<no-reply@marketplace.example>");
    expect(relay.arrived).toEqual([message.id]);
  });

  it("that refuses fails the sending", async () => {
    const mailer = createMailer({ from, smtpUrl: "smtp://127.0.0.1:1", dir: "" });
    await expect(mailer.send(message)).rejects.toThrow();
    mailer.close();
  });

  it.each([
    ["never greets", { greets: false }],
    ["takes the e-mail and never says so", { answer: () => new Promise<void>(() => {}) }],
  ])("that %s keeps the sender no longer than they want to wait", async (_, behavior) => {
    const relay = await fakeSmtpServer(behavior);
    const mailer = createMailer({ from, smtpUrl: relay.url, dir: "" });
    const deadline = new AbortController();
    const sending = mailer.send(message, deadline.signal);
    await relay.connected;
    deadline.abort();
    await expect(sending).rejects.toThrow();
    mailer.close();
  });
});
