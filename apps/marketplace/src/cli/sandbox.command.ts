import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { type LabOperation, listed, operationsOf, requestOf } from "./sandbox-operations.ts";

interface Options {
  world?: string;
  body?: string;
}

/** `sandbox`: every operation of the lab, as its OpenAPI document describes it. */
export function addSandbox(program: Command, config: () => Config): void {
  program
    .command("sandbox")
    .description("Controls the sandbox lab of a running product; without an operation it lists them")
    .argument("[operation]", "such as createWorld")
    .argument("[values...]", "name=value of its path, query and body; values of the body may be JSON")
    .option("--world <id>", "the world it is about; default when absent")
    .option("--body <json>", "the whole body, or @file with it")
    .action(async (name: string | undefined, values: string[], options: Options) => {
      const lab = await readLab(config().dataDir);
      const operations = operationsOf(await answerOf(await fetch(`${lab.baseUrl}/_sandbox/openapi.json`)));
      if (name === undefined) return void process.stdout.write(listed(operations));
      const operation = operations.find(({ id }) => id === name);
      if (!operation)
        throw new StartRefused(`There is no operation ${name}: \`marketplace sandbox\` lists them`);
      const answer = await send(lab, operation, { values, options });
      const text = await answer.text();
      if (text !== "") process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
      if (!answer.ok) process.exitCode = 1;
    });
}

interface Lab {
  baseUrl: string;
  adminToken: string;
}

const SandboxFile = z.object({ base_url: z.url(), sandbox: z.object({ admin_token: z.string() }) });

async function readLab(dataDir: string): Promise<Lab> {
  const path = join(dataDir, "sandbox.json");
  const text = await readFile(path, "utf8").catch(() => {
    throw new StartRefused(`${path} cannot be read: start the marketplace first, with the same DATA_DIR`);
  });
  const file = SandboxFile.safeParse(JSON.parse(text));
  if (!file.success) throw new StartRefused(`${path} names no sandbox lab: it is off (SANDBOX)`);
  return { baseUrl: file.data.base_url, adminToken: file.data.sandbox.admin_token };
}

async function send(
  { baseUrl, adminToken }: Lab,
  operation: LabOperation,
  { values, options }: { values: string[]; options: Options },
): Promise<Response> {
  const given = options.body?.startsWith("@") ? await readFile(options.body.slice(1), "utf8") : options.body;
  const { path, body = given } = requestOf(operation, values);
  return fetch(baseUrl + path, {
    method: operation.method,
    headers: {
      Authorization: `Bearer ${adminToken}`,
      ...(options.world !== undefined && { "X-Sandbox-World": options.world }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  });
}

async function answerOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new StartRefused(`The sandbox lab answers ${response.status}`);
  return response.json();
}
