import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import type { Forward } from "./forward.ts";
import { notListening } from "./not-listening.ts";

const Notification = z.object({
  _id: z.string(),
  topic: z.string(),
  resource: z.string(),
  user_id: z.int(),
  attempts: z.int(),
});

/** A received notification. */
export type Received = z.output<typeof Notification> & {
  /** Whether the application's signature is valid. */
  genuine: boolean;
  /** What the address answered that it was sent on to. */
  answered?: number | undefined;
};

export interface ReceiverOptions {
  /** 0 for any free port. */
  port: number;
  webhookSecret: string;
  forward?: Forward | undefined;
  onNotification: (received: Received) => void;
}

/** An application's endpoint on this machine. */
export interface Receiver {
  url: string;
  close(): Promise<void>;
}

const path = "/marketplace-listen";

/** Whether an address is a receiver's, of this process or of another one on this machine. */
export const isReceiver = (url: string): boolean => {
  const { protocol, hostname, pathname } = new URL(url);
  return protocol === "http:" && hostname === "127.0.0.1" && pathname === path;
};

const maxBodyBytes = 65_536;

/** Starts an endpoint that answers every notification with 200, or as the address that it is sent on to. */
export async function startReceiver({
  port,
  webhookSecret,
  forward,
  onNotification,
}: ReceiverOptions): Promise<Receiver> {
  const webhook = new Webhook(webhookSecret);
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const text = req.method === "POST" ? await bodyOf(req) : undefined;
    const notification = text === undefined ? undefined : notificationIn(text);
    if (text === undefined || !notification) {
      res.writeHead(req.method === "POST" ? 400 : 405).end();
      return;
    }
    const answered = await forward?.(req, text);
    onNotification({ ...notification, genuine: isGenuine(webhook, text, req), answered });
    res.writeHead(answered ?? 200).end();
  };
  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: unknown) => {
    throw notListening(error, port);
  });
  // A listening TCP server has an address with a port.
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}${path}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The unparsed body, which the signature covers; `undefined` when it is too long. */
async function bodyOf(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req) {
    length += chunk.length;
    if (length > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function notificationIn(text: string): z.output<typeof Notification> | undefined {
  try {
    return Notification.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isGenuine(webhook: Webhook, text: string, { headers }: IncomingMessage): boolean {
  const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  try {
    webhook.verify(text, Object.fromEntries(signed.map((name) => [name, String(headers[name] ?? "")])));
    return true;
  } catch {
    return false;
  }
}
