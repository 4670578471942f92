import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder, writePrivateFile } from "@marketplace/server";
import type { Transporter } from "nodemailer";
import type { MailContent } from "./mail-templates.rules.ts";

/** An e-mail to send. `id` is the same at every attempt. */
export interface Message extends MailContent {
  id: string;
  to: { name: string; address: string };
  date: Date;
}

/** Hands e-mails over to a mail server. */
export interface Mailer {
  /** Resolves when the e-mail is handed over; rejects at the latest when the signal aborts. */
  send(message: Message, signal?: AbortSignal): Promise<void>;
  /** Closes all connections, also those in use. */
  close(): void;
}

interface MailSettings {
  from: string;
  /** `smtp://` or `smtps://` with credentials; without it e-mails become files of `dir`. */
  smtpUrl: string | undefined;
  dir: string;
}

/** E-mails sent at once, one per connection. More would queue while their claims expire. */
export const maxParallel = 10;

/** The SMTP mailer, which connects at the first e-mail, or the file mailer. */
export const createMailer = ({ from, smtpUrl, dir }: MailSettings): Mailer =>
  smtpUrl === undefined ? fileMailer(from, dir) : smtpMailer(from, smtpUrl);

const envelopeOf = (from: string, { id, to, date, subject, text }: Message) => ({
  from,
  to,
  date,
  subject,
  text,
  messageId: `<${id}@invoices.marketplace.example>`,
  // Nothing in a message may make nodemailer read a file or an address.
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** As long as RFC 5321 (4.5.3.2.6) asks for: a client that gives up earlier sends twice. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 600_000 };

function smtpMailer(from: string, url: string): Mailer {
  const { transport, close } = lazyTransport(({ createTransport }) =>
    // No requeues: outgoing-mail.repo counts attempts and decides about them.
    createTransport({ url, pool: true, maxConnections: maxParallel, maxRequeues: 0, ...timeouts }),
  );
  return {
    async send(message, signal) {
      const smtp = await transport();
      // The transport's types do not know signals yet.
      await smtp.sendMail({ ...envelopeOf(from, message), ...(signal && { signal }) });
    },
    close,
  };
}

/** The development mailbox: one `.eml` file per e-mail, replaced by a repetition. */
function fileMailer(from: string, dir: string): Mailer {
  const { transport, close } = lazyTransport(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: "unix" }),
  );
  return {
    async send(message) {
      const files = await transport();
      const { message: content } = await files.sendMail(envelopeOf(from, message));
      if (await mkdir(dir, { recursive: true, mode: 0o700 })) await syncFolder(dirname(dir));
      const name = `${message.date.toISOString().replaceAll(":", "-")}-${message.id}.eml`;
      await writePrivateFile(join(dir, name), Buffer.isBuffer(content) ? content : String(content));
    },
    close,
  };
}

/** A transport that is made at the first e-mail: nodemailer takes 4 MB (ADR 17). */
function lazyTransport<Sent>(create: (library: typeof import("nodemailer")) => Transporter<Sent>) {
  let made: Promise<Transporter<Sent>> | undefined;
  let isClosed = false;
  return {
    async transport(): Promise<Transporter<Sent>> {
      made ??= import("nodemailer").then(create);
      const transport = await made;
      if (isClosed) throw new Error("the mailer is closed");
      return transport;
    },
    close(): void {
      isClosed = true;
      // `force` also closes connections that wait for a server. The types do not know it yet.
      void made?.then((transport) => {
        const close: (options: { force: boolean }) => void = transport.close.bind(transport);
        close({ force: true });
      });
    },
  };
}
