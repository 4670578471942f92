import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** The behavior of a fake mail server. */
interface Behavior {
  greets?: boolean;
  /** Resolves when the server confirms the e-mail. It has the e-mail already before that. */
  answer?: (id: string) => Promise<void>;
}

/** A fake mail server on loopback, until the test ends. */
export async function fakeSmtpServer({ greets = true, answer = async () => {} }: Behavior = {}) {
  const arrived: string[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const connection = Promise.withResolvers<void>();
  const take = async (socket: Socket, message: readonly string[]) => {
    const id = /^message-id:\s*<([^@]+)@/im.exec(message.join("\n"))?.[1] ?? "";
    arrived.push(id);
    await answer(id);
    if (socket.writable) socket.write("250 taken\r\n");
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    connection.resolve();
    let message: string[] | undefined;
    const hear = (line: string) => {
      if (message && line !== ".") return void message.push(line);
      const whole = message;
      message = line === "DATA" ? [] : undefined;
      if (whole) return void take(socket, whole);
      commands.push(line);
      socket.write(message ? "354 go on\r\n" : "250 ok\r\n");
    };
    createInterface({ input: socket.on("error", () => {}) })
      .on("line", hear)
      .on("error", () => {});
    if (greets) socket.write("220 test\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  /** `arrived` has the ids of all e-mails in order, also repeated ones. */
  return { url: `smtp://127.0.0.1:${port}`, arrived, commands, connected: connection.promise };
}
