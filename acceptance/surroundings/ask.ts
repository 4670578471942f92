import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

/** How a request is sent: from which address of this machine, and what it carries. */
export interface Asked {
  from?: string;
  headers?: Record<string, string>;
  /** Fields of a form; with them it is a POST. */
  form?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Asks over a connection of its own, as a client with that address does. */
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

/** More than a minute's worth of `perMinute` requests: the last one is answered 429 unless it is counted elsewhere. */
export async function spend(perMinute: number, one: (turn: number) => Promise<Answered>): Promise<Answered> {
  const most = 4 * perMinute;
  for (let turn = 0; turn < most; turn++) {
    const answer = await one(turn);
    if (answer.status === 429) return answer;
  }
  throw new Error(`${most} requests were answered, none of them with 429`);
}
