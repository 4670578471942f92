import { once } from "node:events";
import { connect, type Socket } from "node:net";

export const pathOf = (packId: number): string => `/packs/${packId}/fiscal_documents`;

/** The seller's header. */
export const authorization = "Bearer test:3000000001:read,write:seller:MLA";

interface Beginning {
  packId: number;
  content: Buffer;
  /** More header lines. */
  headers?: string;
}

/** Opens an upload at a server, which says nothing of its caller by itself, and sends its beginning. */
export async function begin(baseUrl: string, { packId, content, headers = "" }: Beginning): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
  const part = `--X\r\nContent-Disposition: form-data; name="fiscal_document"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  socket.write(
    `POST ${pathOf(packId)} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n${headers}` +
      `Content-Type: multipart/form-data; boundary=X\r\n\r\n${part}`,
  );
  socket.write(content);
  await once(socket, "connect");
  return socket;
}

/** What the server says until it ends the connection. */
export async function saidOn(socket: Socket): Promise<string> {
  let said = "";
  socket.on("data", (part) => (said += String(part)));
  // What is sent to a connection that has ended resets it; what was said before counts.
  socket.on("error", () => {});
  await new Promise((ended) => socket.once("close", ended));
  return said;
}

/** Goes on byte by byte until the server ends the connection; gives what it said. */
export async function trickle(socket: Socket): Promise<string> {
  const timer = setInterval(() => socket.writable && socket.write("%"), 50);
  return saidOn(socket).finally(() => clearInterval(timer));
}
