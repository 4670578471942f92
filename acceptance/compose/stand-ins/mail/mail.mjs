import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

const messages = [];

/** One client's session of SMTP: the least that a relay's client asks for. */
createServer((socket) => {
  const say = (line) => socket.write(`${line}\r\n`);
  let letter;
  let recipients = [];
  socket.on("error", () => socket.destroy());
  createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    if (letter) {
      if (line !== ".") return void letter.push(line);
      const Subject = letter.find((text) => text.startsWith("Subject: "))?.slice(9) ?? "";
      messages.push({ Subject, To: recipients.map((Address) => ({ Address })) });
      letter = undefined;
      recipients = [];
      return void say("250 kept");
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "RCPT") recipients.push(line.replace(/^.*<|>.*$/g, ""));
    if (verb === "DATA") letter = [];
    if (verb === "QUIT") return void socket.end("221 bye\r\n");
    say(verb === "DATA" ? "354 go on" : "250 ok");
  });
  say("220 ready");
}).listen(1025);

createHttpServer((_request, response) => {
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ total: messages.length, messages }));
}).listen(8025);

process.on("SIGTERM", () => process.exit(0));
