import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { print } from "./checked.ts";
import { askLab, readLabAccess } from "./lab-access.ts";

interface Options {
  set: Record<string, unknown>;
  file?: string;
  world?: string;
}

const help = `
Without an event it lists the events. A trigger of your own (--file) is JSON: {event, description, with, steps, created};
those of the product, in packages/sandbox/src/triggers/definitions, are examples.`;

/** `trigger`: makes an event happen on the running product. */
export function addTrigger(program: Command, config: () => Config): void {
  program
    .command("trigger")
    .description("Makes an event happen on a running product, by calls of its public API")
    .argument("[event]", "such as question.asked")
    .option("--set <name=value>", "replaces a value, such as with.text=Hola; repeatable", collected, {})
    .option("--file <file>", "a trigger of your own")
    .option("--world <id>", "the world; default when absent")
    .addHelpText("after", help)
    .action(async (event: string | undefined, options: Options) => {
      const lab = await readLabAccess(config().dataDir);
      const { file, world } = options;
      if (event === undefined && file === undefined) print(await askLab(lab, "/_sandbox/triggers"));
      else print(await askLab(lab, "/_sandbox/trigger", { body: await bodyOf(event, options), world }));
    });
}

/** Adds `a.b=c` to nested values. A value that is JSON is read as such, anything else is text. */
export function collected(text: string, before: Record<string, unknown>): Record<string, unknown> {
  const at = text.indexOf("=");
  if (at < 1) throw new StartRefused(`--set takes name=value, not ${text}`);
  const [first = "", ...rest] = text
    .slice(0, at)
    .replace(/^with\./, "")
    .split(".");
  return { ...before, [first]: nested(before[first], rest, valueIn(text.slice(at + 1))) };
}

function nested(before: unknown, [first, ...rest]: string[], value: unknown): unknown {
  if (first === undefined) return value;
  const fields = typeof before === "object" && before !== null ? (before as Record<string, unknown>) : {};
  return { ...fields, [first]: nested(fields[first], rest, value) };
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function bodyOf(event: string | undefined, { file, set }: Options): Promise<object> {
  if (file === undefined) return { event, with: set };
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new StartRefused(`${file} cannot be read: ${error.message}`);
  });
  try {
    return { trigger: JSON.parse(text), with: set };
  } catch {
    throw new StartRefused(`${file} is no JSON`);
  }
}
