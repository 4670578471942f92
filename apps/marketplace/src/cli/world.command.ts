import type { Command } from "commander";
import type { Config } from "../config.ts";
import { worldFromRecording } from "./recorded-world.ts";
import { operate } from "./sandbox.command.ts";

interface Options {
  from?: string;
  ttl?: string;
}

/** `world`: the operations on worlds of the lab, in a word each. */
export function addWorld(program: Command, config: () => Config): void {
  const world = program
    .command("world")
    .description("Makes, resets, copies and ends worlds of a running product");
  const does = (operation: string, ...values: string[]) => operate(config(), operation, { values });
  const withId = (name: string, description: string) =>
    world.command(name).description(description).argument("<id>", "the world");

  world
    .command("list")
    .description("Lists the worlds, oldest first")
    .action(() => does("listWorlds"));
  world
    .command("create")
    .description("Makes a world, and prints its users, tokens and fixtures")
    .option("--from <source>", "demo, empty or snapshot:NAME; demo when absent")
    .option("--ttl <seconds>", "after how long it ends by itself")
    .action(({ from, ttl }: Options) => does("createWorld", ...given({ from, ttl_seconds: ttl })));
  world
    .command("from-recording")
    .description('Makes a world of what a recording of "record" shows, and lists what it could not take')
    .argument("<file>", "the recording")
    .option("--ttl <seconds>", "after how long it ends by itself")
    .option("--snapshot <name>", "stores the world under this name, too, for create --from snapshot:NAME")
    .action((file: string, options: { ttl?: string; snapshot?: string }) =>
      worldFromRecording(config().dataDir, file, options),
    );
  withId("show", "Prints a world").action((id: string) => does("getWorld", `id=${id}`));
  withId("reset", "Puts a world back to what it was made from").action((id: string) =>
    does("resetWorld", `id=${id}`),
  );
  withId("fork", "Makes a world out of another as it is now")
    .option("--ttl <seconds>", "after how long the new one ends by itself")
    .action((id: string, { ttl }: Options) => does("forkWorld", ...given({ id, ttl_seconds: ttl })));
  withId("snapshot", "Stores a world as it is now, for create --from snapshot:NAME")
    .argument("<name>", "of the snapshot")
    .action((id: string, name: string) => does("createSnapshot", ...given({ id, name })));
  withId("drop", "Ends a world, with everything that is stored of it").action((id: string) =>
    does("dropWorld", `id=${id}`),
  );
}

/** `name=value` of those that were given. */
const given = (values: Record<string, string | undefined>): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
