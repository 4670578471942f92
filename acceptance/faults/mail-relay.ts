import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

/** An SMTP relay that records what it accepted and can be slowed down. */
export interface MailRelay {
  /** Environment variables of a product that sends its mail here. */
  env: Record<string, string>;
  /** Delay before it accepts an e-mail, in milliseconds. */
  delayMs: number;
  /** How often each e-mail about a pack's files was accepted, by Message-ID. */
  emailsOf(packId: number): ReadonlyMap<string, number>;
  /** E-mails accepted more than once: all accepted ones minus the distinct ones. */
  repeats(): number;
  close(): Promise<void>;
}

interface Accepted {
  packId: number;
  times: number;
}

/** Starts a relay on a free port of the loopback address. */
export async function startMailRelay(): Promise<MailRelay> {
  const emails = new Map<string, Accepted>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, accept) {
      const taken = text(stream).then(async (email) => {
        await delay(relay.delayMs);
        note(emails, email);
      });
      taken.then(() => accept(), accept);
    },
  });
  // A killed sender resets its connection.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  // The address of a TCP server is an object, not a socket path.
  const { port } = server.server.address() as AddressInfo;
  const relay: MailRelay = {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` },
    delayMs: 0,
    emailsOf: (packId) =>
      new Map([...emails].filter(([, one]) => one.packId === packId).map(([id, { times }]) => [id, times])),
    repeats: () => [...emails.values()].reduce((sum, { times }) => sum + times - 1, 0),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return relay;
}

function note(emails: Map<string, Accepted>, raw: string): void {
  // A folded header continues on a line that begins with a space (RFC 5322, 2.2.3).
  const email = raw.replace(/\r?\n[ \t]+/g, " ");
  const id = /^Message-ID: (\S+)/im.exec(email)?.[1];
  const packId = /^Subject: (?:La factura de tu|A nota fiscal da sua) compra (\d+)/im.exec(email)?.[1];
  if (!id || !packId) throw new Error(`an e-mail without Message-ID or pack: ${email.slice(0, 500)}`);
  const known = emails.get(id);
  emails.set(id, { packId: Number(packId), times: (known?.times ?? 0) + 1 });
}
