import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type { Flaw, Has } from "./flaws.fixture.ts";
import { type Credentials, createIntegrationClient } from "./integration-client.fixture.ts";

export interface Integration {
  url: string;
  /** Begins to act with the credentials of a certification. */
  use(credentials: Credentials): Promise<void>;
  close(): Promise<void>;
}

interface Notification {
  _id: string;
  topic: string;
  resource: string;
  attempts: number;
  sent: string;
}

interface Options {
  port?: number;
  webhookSecret: string;
  flaw?: Flaw | undefined;
}

/** An integration that does everything well, but for its flaw. */
export async function startIntegration({ port = 0, webhookSecret, flaw }: Options): Promise<Integration> {
  const has: Has = (one) => one === flaw;
  const client = createIntegrationClient(has);
  const isGenuine = verifier(webhookSecret, has);
  const refusalOf = refusals(has);
  const seen = new Set<string>();
  let open = 0;

  /** The status of the answer to a notification; those that are new are worked on. */
  async function take(req: IncomingMessage): Promise<number> {
    const body = await text(req);
    if (!isGenuine(body, req)) return 401;
    const notification = parsed(body);
    const refusal = refusalOf(notification);
    if (refusal !== undefined || !notification) return refusal ?? 400;
    if (seen.has(notification._id)) return has("refuses duplicates") ? 409 : 200;
    seen.add(notification._id);
    const work = client.handle(notification);
    if (has("works before it answers")) await work;
    return has("answers 202") ? 202 : 200;
  }

  async function answer(req: IncomingMessage): Promise<number> {
    const isTooMany = has("takes 20 at once") && open > 20;
    if (has("takes 20 at once")) await wait(20);
    if (req.method === "POST") return isTooMany ? 503 : take(req);
    if (has("redirects GET")) return 302;
    return has("fails by GET") ? 500 : 405;
  }

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    open += 1;
    const status = await answer(req).finally(() => (open -= 1));
    if (has("is slow")) await wait(700);
    res.writeHead(status, { Location: "/elsewhere" }).end();
  }

  // The other side may leave before the body has arrived.
  const server = createServer((req, res) => void respond(req, res).catch(() => res.destroy()));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`,
    use: client.use,
    async close() {
      client.stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

const fiveMinutesS = 300;

/** Whether a notification was signed with the secret, lately. */
function verifier(webhookSecret: string, has: Has) {
  const webhook = new Webhook(webhookSecret);
  const proven = new Set<string>();
  return (body: string, { headers }: IncomingMessage): boolean => {
    const headerOf = (name: string) => String(headers[`webhook-${name}`] ?? "");
    const signature = headerOf("signature");
    if (signature === "") return has("needs no signature");
    if (has("trusts known signatures") && proven.has(signature)) return true;
    const at = Number(headerOf("timestamp"));
    const isFresh = Math.abs(Date.now() / 1_000 - at) < fiveMinutesS;
    if (!isFresh && !has("takes old signatures")) return false;
    const isRight =
      signature === webhook.sign(headerOf("id"), new Date(at * 1_000), body) ||
      (has("takes unknown signatures") && !proven.has(signature));
    if (isRight) proven.add(signature);
    return isRight;
  };
}

const names = "_id resource user_id topic application_id attempts sent received actions".split(" ");

/** The status by which a notification is refused; `undefined` when it is taken. */
function refusals(has: Has) {
  let isBroken = false;
  let latest = "";
  return (notification: Notification | undefined): number | undefined => {
    const wasBroken = isBroken;
    isBroken = has("breaks by malformed bodies") && !notification;
    if (wasBroken) return 500;
    if (!notification) return 400;
    const { topic, resource, attempts, sent } = notification;
    if (has("refuses what is older") && sent < latest) return 409;
    if (sent > latest) latest = sent;
    if (has("refuses unknown topics") && !["questions", "messages"].includes(topic)) return 422;
    if (has("refuses unknown fields") && Object.keys(notification).some((name) => !names.includes(name)))
      return 422;
    if (has("fails by odd resources") && !/^\/\w/.test(resource)) return 500;
    return has("refuses further attempts") && attempts > 1 ? 409 : undefined;
  };
}

function parsed(body: string): Notification | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
