import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { inject } from "vitest";

export const { base, dataDir, sandbox } = inject("attacked");

/** An open connection to the product, with everything received on it. */
export interface Line {
  socket: Socket;
  said(): string;
  /** Waits until the received text matches or the connection ends; returns all of it. */
  until(fits: (said: string) => boolean): Promise<string>;
  /** Waits until the product closes the connection; returns everything received. */
  ended(): Promise<string>;
}

/** Opens a connection. Bytes are read as Latin-1, one character each. */
export async function dial(): Promise<Line> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let said = "";
  let over = false;
  socket.on("data", (part) => (said += part.toString("latin1")));
  // A reset ends the connection too; what came before it counts.
  socket.on("error", () => {});
  socket.once("close", () => (over = true));
  await once(socket, "connect");
  const until = async (fits: (text: string) => boolean): Promise<string> => {
    while (!over && !fits(said))
      await Promise.race([once(socket, "data"), once(socket, "close")]).catch(() => {});
    return said;
  };
  return { socket, said: () => said, until, ended: () => until(() => false) };
}

/** Sends bytes on a new connection; returns what was received until the product closed it. */
export async function say(...parts: (string | Uint8Array)[]): Promise<string> {
  const line = await dial();
  for (const part of parts) line.socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
  return line.ended();
}

/** The status of the first final answer; 0 when the connection closed without one. */
export function statusOf(said: string): number {
  const final = said.replace(/^HTTP\/1\.1 100 [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/, "");
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(final)?.[1] ?? 0);
}

/** Counts the answers on a connection. */
export const answersIn = (said: string): number =>
  said.match(/(?:^|\r\n|[}\]>])HTTP\/1\.1 [2-5]\d\d /g)?.length ?? 0;

/** Request ids of the answers, in order. */
export const idsIn = (said: string): string[] =>
  [...said.matchAll(/^x-request-id: (.*)\r$/gim)].map(([, id = ""]) => id);

/** The body of a single answer. */
export const bodyIn = (said: string): string => said.slice(said.indexOf("\r\n\r\n") + 4);

export const { users, fixtures, applications, tokens } = sandbox;
export const bearer = (user: { access_token: string }): string =>
  `Authorization: Bearer ${user.access_token}\r\n`;

/** A request head with Host and `Connection: close`. */
export const head = (line: string, ...headers: string[]): string =>
  `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers.map((header) => `${header}\r\n`).join("")}`;

/** A complete JSON request of the demo's seller. */
export function jsonRequest(
  line: string,
  body: string | Uint8Array,
  ...headers: string[]
): (string | Uint8Array)[] {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const type = "Content-Type: application/json";
  return [
    `${head(line, type, `Content-Length: ${bytes.length}`, ...headers)}${bearer(users.seller_mla)}\r\n`,
    bytes,
  ];
}

/** Expects the standard error body, whatever the attack (decisions 1.1). */
export function isStandardError(said: string): boolean {
  try {
    const { message, error, status, cause, ...more } = JSON.parse(bodyIn(said));
    const words = [typeof message, typeof error].every((type) => type === "string");
    return words && status === statusOf(said) && Array.isArray(cause) && Object.keys(more).length === 0;
  } catch {
    return false;
  }
}
