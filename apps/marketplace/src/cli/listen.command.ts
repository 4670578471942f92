import { deliveredTopics } from "@marketplace/edge-gateway";
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { portOption } from "./checked.ts";
import { interruption } from "./interruption.ts";
import { listen } from "./listen.ts";
import { webAddress } from "./web-address.ts";

interface Options {
  topics: string[];
  port?: number;
  forwardTo?: string;
}

/** `listen`: shows the notifications of a running product, and sends them on to an application. */
export function addListen(program: Command, config: () => Config): void {
  program
    .command("listen")
    .description("Subscribes a local receiver to a running product and prints notifications as they come")
    .option("--topics <list>", "topics, separated by commas; all when absent", (text) => text.split(","), [
      ...deliveredTopics,
    ])
    .option(
      "--forward-to <url>",
      "sends each on to this address; its answer is the receiver's",
      webAddress("http://127.0.0.1:3000/notifications"),
    )
    .option("--port <number>", "port of the receiver; any free one when absent", portOption)
    .action(async ({ topics, port, forwardTo: forwardUrl }: Options) => {
      const signal = interruption();
      const print = (line: string) => void process.stdout.write(`${line}\n`);
      const { dataDir } = config();
      await listen({ dataDir, topics, port, forwardUrl, print, signal });
    });
}
