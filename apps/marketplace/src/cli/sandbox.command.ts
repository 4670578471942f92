import type { Command } from "commander";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { ask, jsonOf } from "./ask.ts";
import { type LabAccess, readLabAccess } from "./lab-access.ts";
import { type RequestOptions, send, show } from "./lab-request.ts";
import { type LabOperation, listed, operationsOf } from "./sandbox-operations.ts";

/** `sandbox`: every operation of the lab, as its OpenAPI document describes it. */
export function addSandbox(program: Command, config: () => Config): void {
  program
    .command("sandbox")
    .description("Controls the sandbox lab of a running product; without an operation it lists them")
    .argument("[operation]", "such as createWorld")
    .argument("[values...]", "name=value of its path, query and body; values of the body may be JSON")
    .option("--world <id>", "the world it is about; default when absent")
    .option("--body <json>", "the whole body, or @file with it")
    .option("--output <file>", "where to write what it answers; to standard output when absent")
    .action(async (name: string | undefined, values: string[], options: RequestOptions) => {
      if (name !== undefined) return operate(config(), name, { values, options });
      process.stdout.write(listed(await readOperations(await readLabAccess(config().dataDir))));
    });
}

/** Does an operation of the lab, prints what it answers, and ends with 1 where it refuses. */
export async function operate(
  { dataDir }: Pick<Config, "dataDir">,
  name: string,
  { values, options = {} }: { values: string[]; options?: RequestOptions },
): Promise<void> {
  const lab = await readLabAccess(dataDir);
  const operation = (await readOperations(lab)).find(({ id }) => id === name);
  if (!operation) throw new StartRefused(`There is no operation ${name}: \`sandbox\` lists them`);
  const answer = await send(lab, operation, { values, options });
  await show(answer, options);
  if (!answer.ok) process.exitCode = 1;
}

const readOperations = async ({ baseUrl }: LabAccess): Promise<LabOperation[]> =>
  operationsOf(await answerOf(await ask(`${baseUrl}/_sandbox/openapi.json`)));

async function answerOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new StartRefused(`The sandbox lab answers ${response.status}`);
  return jsonOf(await response.text(), response.url);
}
