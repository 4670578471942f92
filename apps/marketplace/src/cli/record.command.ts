import { validateHeaderValue } from "node:http";
import { type Command, InvalidArgumentError } from "commander";
import type { Config } from "../config.ts";
import { portOption, several } from "./checked.ts";
import { interruption } from "./interruption.ts";
import { record } from "./record.ts";
import { worldFromRecording } from "./recorded-world.ts";
import { baseAddress } from "./web-address.ts";

interface Options {
  upstream: string;
  port?: number;
  out: string;
  tokenHeader?: string[];
  world?: string;
}

const help = `
Point a client at the address that is printed, and use it; Ctrl-C ends the recording. Each line of the file is a request with its
answer, as JSON. Tokens, secrets, names, e-mail addresses, phones, addresses and documents are masked before anything is
written: the same value has the same mask everywhere, and the shapes stay. Ids stay as they are.
"world from-recording FILE" makes a world of the sandbox out of it; --world does so at the end.
"drift --operations FILE" sends the reads of a recording to two marketplaces and compares what they answer.`;

/** `record`: a proxy in front of a marketplace that records masked exchanges. */
export function addRecord(program: Command, config: () => Config): void {
  program
    .command("record")
    .description("Passes requests on to a marketplace, and records them with their answers, masked")
    .requiredOption("--upstream <url>", "the marketplace: another product, or the platform", baseAddress)
    .option("--port <number>", "where it listens, on 127.0.0.1; any free port when absent", portOption)
    .option("--out <file>", "the recording; must not exist", "recording.jsonl")
    .option(
      "--token-header <header>",
      "sent in place of the client's, such as 'Authorization: Bearer …'; repeatable",
      several,
    )
    .option(
      "--world <name>",
      "makes a world of it at the end, stored as snapshot:NAME of the running product",
    )
    .addHelpText("after", help)
    .action(async ({ upstream, port, out, world, tokenHeader = [] }: Options) => {
      const signal = interruption();
      const print = (line: string) => void process.stdout.write(`${line}\n`);
      const headers = Object.fromEntries(tokenHeader.map(headerOf));
      const exchanges = await record({ upstream: new URL(upstream), out, port, headers, print, signal });
      print(JSON.stringify({ out, exchanges }));
      if (world !== undefined) await worldFromRecording(config().dataDir, out, { snapshot: world });
    });
}

/** The parts of a header, such as `Authorization: Bearer x`; throws InvalidArgumentError. */
export function headerOf(text: string): [name: string, value: string] {
  const [, name, value] = /^([\w-]+):\s*(\S.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError(
      "--token-header: say a name and a value, such as 'Authorization: Bearer …'.",
    );
  try {
    validateHeaderValue(name, value);
  } catch {
    // Such as an ellipsis that was pasted.
    throw new InvalidArgumentError(`--token-header: ${name} has a character that no header can have.`);
  }
  return [name, value];
}
