import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Letter } from "./letters.ts";

/** An e-mail as it goes out; `id` is unique and the same at every attempt. */
export interface Message extends Letter {
  id: string;
  to: { name: string; address: string };
  date: Date;
}

/** Hands e-mails to whoever delivers them. */
export interface Mailer {
  /** Resolves once the e-mail is handed over. */
  send(message: Message): Promise<void>;
  close(): void;
}

interface MailSettings {
  from: string;
  /** `smtp://` or `smtps://` with credentials; without it e-mails become files of `dir`. */
  smtpUrl: string | undefined;
  dir: string;
}

/** Opens the way out for e-mails; connects at the first one. */
export const createMailer = ({ from, smtpUrl, dir }: MailSettings): Mailer =>
  smtpUrl === undefined ? fileMailer(from, dir) : smtpMailer(from, smtpUrl);

const envelopeOf = (from: string, { id, to, date, subject, text }: Message) => ({
  ...{ from, to, date, subject, text },
  messageId: `<${id}@invoices.marketplace.example>`,
  // Nothing in a message may make nodemailer read a file or an address.
  disableFileAccess: true,
  disableUrlAccess: true,
});

function smtpMailer(from: string, url: string): Mailer {
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 };
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeouts });
  return {
    async send(message) {
      await transport.sendMail(envelopeOf(from, message));
    },
    close: () => transport.close(),
  };
}

/** Development's mailbox: one `.eml` file per e-mail, whole or absent; a repetition replaces its own file. */
function fileMailer(from: string, dir: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(message) {
      const { message: content } = await transport.sendMail(envelopeOf(from, message));
      const path = join(dir, `${message.date.toISOString().replaceAll(":", "-")}-${message.id}.eml`);
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, content, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => transport.close(),
  };
}
