import { junitOf, linesOf, sarifOf, summaryOf } from "@marketplace/record";
import { type Command, InvalidArgumentError } from "commander";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { drift } from "./drift.ts";
import { callerOf } from "./mcp.command.ts";
import { writeReport } from "./report-file.ts";
import { baseAddress } from "./web-address.ts";

interface Options {
  against: string;
  token?: string;
  base?: string;
  tokenBase?: string;
  user: string;
  operations?: string;
  minScore: number;
  json?: true;
  junit?: string;
  sarif?: string;
}

const help = `
The base is the product that runs on DATA_DIR, read as a user of sandbox.json, unless --base and --token-base say otherwise.
What is read is all that the OpenAPI document of the base has, with ids that the base's caller owns; --operations names a
recording of "record", whose reads are sent again, or a file with an operation or a path such as /items/MLA1 on each line.

Compared is the contract and not the data: status, fields that came and went, types, nulls, values that an enum does not list,
and headers. The score of an operation is the share of it that is the same; that of all is their mean. Exits with 1 below
--min-score.`;

/** `drift`: compares what two marketplaces answer to the same reads. */
export function addDrift(program: Command, config: () => Config): void {
  program
    .command("drift")
    .description("Sends the same reads to two marketplaces, and reports how their answers differ")
    .requiredOption("--against <url>", "the marketplace to compare", baseAddress)
    .option("--token <token>", "an access token of it; without one it is read anonymously", tokenOption)
    .option("--base <url>", "what it is compared with; the product on DATA_DIR when absent", baseAddress)
    .option("--token-base <token>", "an access token of the base", tokenOption)
    .option("--user <name>", "the user of sandbox.json who reads the product on DATA_DIR", "seller_mla")
    .option("--operations <file>", "a recording, or a list of operations and paths")
    .option("--min-score <number>", "exits with 1 below it", scoreOption, 100)
    .option("--json", "prints the outcome as JSON")
    .option("--junit <file>", "writes the report as JUnit XML")
    .option("--sarif <file>", "writes the report as SARIF 2.1.0")
    .addHelpText("after", help)
    .action(async (options: Options) => {
      const { against, token, operations, json, junit, sarif, minScore } = options;
      const print = (line: string) => void process.stdout.write(`${line}\n`);
      const outcome = await drift({
        base: await baseOf(options, config),
        against: { baseUrl: against, token },
        operations,
        onRead: (read) => (json ? [] : linesOf(read)).forEach(print),
      });
      print(json ? JSON.stringify(outcome, undefined, 2) : summaryOf(outcome));
      if (junit !== undefined) await writeReport(junit, junitOf(outcome));
      if (sarif !== undefined)
        await writeReport(sarif, `${JSON.stringify(sarifOf(outcome), undefined, 2)}\n`);
      if (outcome.score < minScore) process.exitCode = 1;
    });
}

async function baseOf({ base, tokenBase, user }: Options, config: () => Config) {
  // A token of this machine is not sent to another product.
  if (base !== undefined) return { baseUrl: base, token: tokenBase };
  const { baseUrl, userToken } = await callerOf(config().dataDir, user, {});
  if (tokenBase === undefined && userToken === undefined)
    throw new StartRefused(`sandbox.json has no user ${user}: name one by --user, or give --token-base`);
  return { baseUrl, token: tokenBase ?? userToken };
}

function scoreOption(text: string): number {
  const score = Number(text);
  if (text.trim() !== "" && score >= 0 && score <= 100) return score;
  throw new InvalidArgumentError("It must be a number from 0 to 100.");
}

/** A variable of the shell may be empty, and what was pasted may have an ellipsis. */
function tokenOption(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new InvalidArgumentError("It must be a token, without spaces.");
}
