import { setTimeout as wait } from "node:timers/promises";
import { certificationChecks } from "@marketplace/sandbox";
import type { Command } from "commander";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { Certification, junitOf, linesOf, summaryOf } from "./certification-report.ts";
import { several, wholeNumber } from "./checked.ts";
import { environmentOf, type IntegrationProcess, startIntegration } from "./integration-process.ts";
import { interruption } from "./interruption.ts";
import { askLab, type LabAccess, readLabAccess } from "./lab-access.ts";
import { writeReport } from "./report-file.ts";

interface Options {
  url?: string;
  exec?: string;
  credentials?: string;
  user?: string;
  only?: string[];
  timeout?: number;
  list?: true;
  json?: true;
  junit?: string;
}

const help = `
The integration acts in a world of its own, which ends with the command. Its webhook secret is that of sandbox.json; all else
that it needs is in the file of --credentials, and in the environment of --exec: MARKETPLACE_BASE_URL, _WORLD, _CLIENT_ID,
_CLIENT_SECRET, _REDIRECT_URI, _WEBHOOK_SECRET, _USER_ID, _ACCESS_TOKEN and _REFRESH_TOKEN.
A check that cannot be judged is skipped, and says what it needs. Exits with 1 when a check fails.`;

/** `certify`: checks an integration against the running product. */
export function addCertify(program: Command, config: () => Config): void {
  program
    .command("certify")
    .description(
      "Checks an integration, its receiver of notifications and its handling of tokens, and reports",
    )
    .option("--url <url>", "address of its receiver")
    .option(
      "--exec <command>",
      "starts the integration, with its credentials in the environment, and stops it",
    )
    .option("--credentials <file>", "writes the credentials into a file, as JSON, before the checks begin")
    .option("--user <name>", "the seller of the demo for whom it acts; seller_mla when absent")
    .option("--only <id>", "makes this check alone; repeatable", several)
    .option(
      "--timeout <seconds>",
      "how long it may take to call the API when it is told of something",
      wholeNumber,
    )
    .option("--list", "lists the checks, and makes none")
    .option("--json", "prints the outcome as JSON")
    .option("--junit <file>", "writes the report as JUnit XML")
    .addHelpText("after", help)
    .action(async (options: Options) => {
      if (options.list) return listChecks();
      if (options.url === undefined) throw new StartRefused("--url is needed: the address of the receiver");
      const outcome = await certify(await readLabAccess(config().dataDir), options);
      if (options.json) say(JSON.stringify(outcome, undefined, 2));
      else say(summaryOf(outcome));
      if (options.junit !== undefined) await writeReport(options.junit, junitOf(outcome));
      if (outcome.status !== "passed") process.exitCode = 1;
    });
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function listChecks(): void {
  for (const { id, group, title } of certificationChecks) say(`${id.padEnd(20)} ${group.padEnd(9)} ${title}`);
}

/** Has the checks made, and prints each as it ends. */
async function certify(lab: LabAccess, options: Options): Promise<Certification> {
  const { url, user, only, timeout: timeout_seconds, json } = options;
  const body = { url, user, only, timeout_seconds };
  const signal = interruption();
  const begun = Certification.parse(await askLab(lab, "/_sandbox/certifications", { body }));
  let integration: IntegrationProcess | undefined;
  try {
    if (options.credentials !== undefined)
      await writeReport(options.credentials, `${JSON.stringify(begun.client, undefined, 2)}\n`, 0o600);
    if (options.exec !== undefined) integration = startIntegration(options.exec, environmentOf(begun.client));
    return await followed(lab, begun.id, { signal, print: json ? () => {} : say });
  } catch (error) {
    await end(lab, String(begun.client.world));
    throw signal.aborted ? new StartRefused("The certification was interrupted") : error;
  } finally {
    await integration?.stop();
  }
}

const endTimeoutMs = 5_000;

/** Without its world a certification ends, and makes room for another. It may have ended, or the product. */
async function end(lab: LabAccess, world: string): Promise<void> {
  const signal = AbortSignal.timeout(endTimeoutMs);
  await askLab(lab, `/_sandbox/worlds/${world}`, { method: "DELETE", signal }).catch(() => {});
}

interface Following {
  signal: AbortSignal;
  print: (line: string) => void;
}

const intervalMs = 250;

async function followed(lab: LabAccess, id: string, { signal, print }: Following): Promise<Certification> {
  for (let printed = 0; ; ) {
    const certification = Certification.parse(
      await askLab(lab, `/_sandbox/certifications/${id}`, { signal }),
    );
    const ended = certification.checks.filter(({ status }) => status !== "pending");
    for (const check of ended.slice(printed)) for (const line of linesOf(check)) print(line);
    printed = ended.length;
    if (certification.status !== "running") return certification;
    await wait(intervalMs, undefined, { signal });
  }
}
