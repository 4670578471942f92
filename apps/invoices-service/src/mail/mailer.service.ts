import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder, writePrivateFile } from "@marketplace/server";
import { createTransport } from "nodemailer";
import type { MailContent } from "./mail-templates.ts";

/** An e-mail as it goes out; `id` is unique and the same at every attempt. */
export interface Message extends MailContent {
  id: string;
  to: { name: string; address: string };
  date: Date;
}

/** Hands e-mails to whoever delivers them. */
export interface Mailer {
  /** Resolves once the e-mail is handed over; rejects at the latest when the signal is given. */
  send(message: Message, signal?: AbortSignal): Promise<void>;
  /** Ends all connections, those that carry an e-mail included. */
  close(): void;
}

interface MailSettings {
  from: string;
  /** `smtp://` or `smtps://` with credentials; without it e-mails become files of `dir`. */
  smtpUrl: string | undefined;
  dir: string;
}

/** E-mails that may be under way at once, each on a connection of its own: more would wait in line while their claims run. */
export const mostAtOnce = 10;

/** Opens the way out for e-mails; connects at the first one. */
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

/**
 * A server that is slow to take a message may have taken it: RFC 5321 (4.5.3.2.6) has clients wait ten minutes, because
 * whoever gives up earlier sends it twice.
 */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 600_000 };

function smtpMailer(from: string, url: string): Mailer {
  // Whether to try again is decided where attempts are counted, and never by the transport.
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: mostAtOnce,
    maxRequeues: 0,
    ...timeouts,
  });
  return {
    async send(message, signal) {
      // The types of the transport are of a release before it took signals.
      await transport.sendMail({ ...envelopeOf(from, message), ...(signal && { signal }) });
    },
    close() {
      // As above: `force` also ends what a server keeps waiting.
      const close: (options: { force: boolean }) => void = transport.close.bind(transport);
      close({ force: true });
    },
  };
}

/** Development's mailbox: one `.eml` file per e-mail, whole or absent; a repetition replaces its own file. */
function fileMailer(from: string, dir: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(message) {
      const { message: content } = await transport.sendMail(envelopeOf(from, message));
      if (await mkdir(dir, { recursive: true, mode: 0o700 })) await syncFolder(dirname(dir));
      const name = `${message.date.toISOString().replaceAll(":", "-")}-${message.id}.eml`;
      await writePrivateFile(join(dir, name), Buffer.isBuffer(content) ? content : String(content));
    },
    close: () => transport.close(),
  };
}
