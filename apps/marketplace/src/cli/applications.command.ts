import {
  ApplicationChanges,
  applicationViewOf,
  changeApplication,
  commandLine,
  createApplication,
  NewApplication,
  rotateSecret,
  SecretRotation,
} from "@marketplace/edge-gateway";
import type { Command } from "commander";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { checked, idOption, print, several, userNamed, wholeNumber } from "./checked.ts";
import { withGateway } from "./gateway.ts";

interface NewApplicationOptions {
  name: string;
  owner: string;
  redirectUri?: string[];
  callbackUrl?: string;
  topic?: string[];
  scope?: string[];
  grantType?: string[];
}

/** Rows of a list that are read at once. */
const block = 100;

/** `applications`: creates, lists and changes applications. */
export function addApplications(program: Command, config: () => Config): void {
  const applications = program.command("applications").description("Creates, lists and changes applications");
  addCreate(applications, config);
  addList(applications, config);
  addRotation(applications, config);
  addChanges(applications, config);
}

function addCreate(applications: Command, config: () => Config): void {
  applications
    .command("create")
    .description("Creates an application of a user; prints it, and once its client secret")
    .requiredOption("--name <name>", "name on the consent page")
    .requiredOption("--owner <user>", "id or nickname of its owner")
    .option("--redirect-uri <uri>", "where users may be sent back to; several are possible", several)
    .option("--callback-url <url>", "where notifications are delivered")
    .option("--topic <topic>", "topic of notifications; several are possible", several)
    .option("--scope <scope>", "read, write or offline_access; several are possible (default: all)", several)
    .option("--grant-type <type>", "way to get tokens; several are possible (default: all)", several)
    .action(async (options: NewApplicationOptions) => {
      const given = checked(NewApplication, {
        name: options.name,
        redirect_uris: options.redirectUri,
        callback_url: options.callbackUrl,
        topics: options.topic,
        scopes: options.scope,
        grant_types: options.grantType,
      });
      await withGateway(config(), async (gateway) => {
        const owner = await userNamed(gateway, options.owner);
        const { application, clientSecret } = await createApplication(gateway, owner.id, given);
        const { id, webhook_secret } = application;
        const secrets = { client_id: String(id), client_secret: clientSecret, webhook_secret };
        print({ ...applicationViewOf(application, commandLine), ...secrets });
      });
    });
}

function addList(applications: Command, config: () => Config): void {
  applications
    .command("list")
    .description("Prints applications, one line of JSON each, oldest first")
    .option("--owner <user>", "only those of this user: id or nickname")
    .action(async ({ owner }: { owner?: string }) => {
      await withGateway(config(), async (gateway) => {
        const ownerId = owner === undefined ? undefined : (await userNamed(gateway, owner)).id;
        for (let offset = 0; ; offset += block) {
          const page = await gateway.applications.list({ ownerId }, { limit: block, offset });
          for (const application of page.applications) print(applicationViewOf(application, commandLine));
          if (offset + block >= page.total) return;
        }
      });
    });
}

function addRotation(applications: Command, config: () => Config): void {
  applications
    .command("rotate-secret")
    .description("Replaces the client secret, and prints the new one once")
    .argument("<id>", "id of the application", idOption)
    .option(
      "--grace-minutes <number>",
      "how long the former secret works beside it, at most a day",
      wholeNumber,
      0,
    )
    .action(async (id: number, { graceMinutes }: { graceMinutes: number }) => {
      const { grace_minutes } = checked(SecretRotation, { grace_minutes: graceMinutes });
      await withGateway(config(), async (gateway) => {
        const rotated = await rotateSecret(gateway, { id, mayRotate: () => true }, grace_minutes);
        const { clientSecret: client_secret, formerUntil: former_secret_until } = rotated;
        print({ id, client_id: String(id), client_secret, former_secret_until });
      });
    });
}

function addChanges(applications: Command, config: () => Config): void {
  const change = async (id: number, changes: unknown) => {
    const checkedChanges = checked(ApplicationChanges, changes);
    await withGateway(config(), async (gateway) => {
      const changed = await changeApplication(gateway, { id, editor: commandLine }, checkedChanges);
      print(applicationViewOf(changed, commandLine));
    });
  };
  applications
    .command("disable")
    .description("Disables an application: its tokens and credentials do not work")
    .argument("<id>", "id of the application", idOption)
    .action((id: number) => change(id, { status: "disabled" }));
  applications
    .command("enable")
    .description("Enables a disabled application: tokens that have not expired work again")
    .argument("<id>", "id of the application", idOption)
    .action((id: number) => change(id, { status: "active" }));
  applications
    .command("quota")
    .description("Limits an application's requests per minute; a running product follows at once")
    .argument("<id>", "id of the application", idOption)
    .argument("<limit>", "requests per minute, `none`, or `default` for the deployment's limit")
    .action((id: number, limit: string) => change(id, { requests_per_minute: limitOf(limit) }));
}

/** An empty text is not 0, which is no limit. */
function limitOf(text: string): number | null {
  if (text === "default") return null;
  if (text === "none") return 0;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new StartRefused("requests_per_minute must be a whole number from 1 on, `none` or `default`");
}
