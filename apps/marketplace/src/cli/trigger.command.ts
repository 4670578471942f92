import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { print } from "./checked.ts";

const Access = z.object({ base_url: z.url(), sandbox: z.object({ admin_token: z.string() }) });

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
      const access = await readAccess(config().dataDir);
      if (event === undefined && options.file === undefined) print(await ask(access, "/_sandbox/triggers"));
      else print(await ask(access, "/_sandbox/trigger", await bodyOf(event, options), options.world));
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

type AccessData = z.output<typeof Access>;

async function readAccess(dataDir: string): Promise<AccessData> {
  const path = join(dataDir, "sandbox.json");
  const text = await readFile(path, "utf8").catch(() => {
    throw new StartRefused(`${path} cannot be read: start the marketplace first, with the same DATA_DIR`);
  });
  const access = Access.safeParse(JSON.parse(text));
  if (access.success) return access.data;
  throw new StartRefused(`${path} names no sandbox lab: start the marketplace without SANDBOX=off`);
}

async function ask({ base_url, sandbox }: AccessData, path: string, body?: object, world?: string) {
  const answer = await fetch(new URL(path, base_url), {
    method: body ? "POST" : "GET",
    headers: {
      Authorization: `Bearer ${sandbox.admin_token}`,
      "Content-Type": "application/json",
      ...(world !== undefined && { "X-Sandbox-World": world }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answered: unknown = await answer.json();
  if (answer.ok) return answered;
  throw new StartRefused(`${base_url} answered ${answer.status}: ${JSON.stringify(answered)}`);
}
