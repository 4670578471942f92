import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

/** Options of a request: the local address of the client, and the contents. */
export interface Asked {
  from?: string;
  headers?: Record<string, string>;
  /** Form fields; they make the request a POST. */
  form?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Sends a request on a new connection from this local address. */
export async function ask(
  url: string,
  { from = "127.0.0.1", headers = {}, form }: Asked = {},
): Promise<Answered> {
  const type = form ? { "Content-Type": "application/x-www-form-urlencoded" } : {};
  const sent = {
    localAddress: from,
    agent: false,
    method: form ? "POST" : "GET",
    headers: { ...type, ...headers },
  };
  const outgoing = request(url, sent).end(form && new URLSearchParams(form).toString());
  const [answer]: IncomingMessage[] = await once(outgoing, "response");
  if (!answer) throw new Error("a response event has a response");
  const body = Buffer.concat(await answer.toArray()).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}

/** Requests at once. One by one a busy machine sends no more of them than are allowed. */
const atOnce = 10;

/** Sends more requests than `perMinute` allows: one of them gets 429, unless they are counted separately. */
export async function spend(perMinute: number, one: (turn: number) => Promise<Answered>): Promise<Answered> {
  const most = 10 * perMinute;
  for (let turn = 0; turn < most; turn += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, (_, index) => one(turn + index)));
    const refused = answers.find(({ status }) => status === 429);
    if (refused) return refused;
  }
  throw new Error(`${most} requests were answered, none of them with 429`);
}
