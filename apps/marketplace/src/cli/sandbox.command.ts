import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { type LabAccess, readLabAccess } from "./lab-access.ts";
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
      if (name !== undefined) return operate(config(), name, { values, options });
      process.stdout.write(listed(await readOperations(await readLabAccess(config().dataDir))));
    });
}

/** Does an operation of the lab, prints what it answers, and ends with 1 where it refuses. */
export async function operate(
  { dataDir }: Pick<Config, "dataDir">,
  name: string,
  { values, options = {} }: { values: string[]; options?: Options },
): Promise<void> {
  const lab = await readLabAccess(dataDir);
  const operation = (await readOperations(lab)).find(({ id }) => id === name);
  if (!operation) throw new StartRefused(`There is no operation ${name}: \`sandbox\` lists them`);
  const answer = await send(lab, operation, { values, options });
  const text = await answer.text();
  if (text !== "") process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  if (!answer.ok) process.exitCode = 1;
}

const readOperations = async ({ baseUrl }: LabAccess): Promise<LabOperation[]> =>
  operationsOf(await answerOf(await ask(`${baseUrl}/_sandbox/openapi.json`)));

/** Asks the product, and says what to do where none answers. */
function ask(url: string, init?: RequestInit): Promise<Response> {
  return fetch(url, init).catch(() => {
    throw new StartRefused(`The marketplace does not answer at ${new URL(url).origin}: is it running?`);
  });
}

async function send(
  { baseUrl, adminToken }: LabAccess,
  operation: LabOperation,
  { values, options }: { values: string[]; options: Options },
): Promise<Response> {
  const given = options.body?.startsWith("@") ? await readFile(options.body.slice(1), "utf8") : options.body;
  const { path, body = given } = requestOf(operation, values);
  return ask(baseUrl + path, {
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
