import { bootstrap, NewManagedUser, prepareUser } from "@marketplace/edge-gateway";
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { checked, print, several } from "./checked.ts";
import { withGateway } from "./gateway.ts";
import { type PasswordSource, readNewPassword } from "./new-password.ts";

interface Options extends PasswordSource {
  nickname: string;
  email: string;
  site: string;
  firstName: string;
  lastName: string;
  application: string;
  redirectUri?: string[];
}

const defaultRedirect = "http://localhost:3000/callback";

/** `bootstrap`: the first operator, and an application to get their tokens by. */
export function addBootstrap(program: Command, config: () => Config): void {
  program
    .command("bootstrap")
    .description(
      "Makes the first operator and their application, and prints their credentials once as JSON; refuses where there is an operator",
    )
    .option("--nickname <name>", "nickname of the operator", "OPERATOR")
    .requiredOption("--email <address>", "e-mail address of the operator")
    .option("--site <id>", "site of the operator", "MLA")
    .option("--first-name <name>", "first name of the operator", "First")
    .option("--last-name <name>", "last name of the operator", "Operator")
    .option("--application <name>", "name of the application", "Operations")
    .option(
      "--redirect-uri <uri>",
      `where users may be sent back to; several are possible (default: ${defaultRedirect})`,
      several,
    )
    .option("--password-stdin", "reads the operator's password from standard input")
    .option("--password-prompt", "asks for the operator's password; it is generated otherwise")
    .action(async (options: Options) => {
      const password = await readNewPassword(options);
      const { nickname, email, site, firstName, lastName, application, redirectUri } = options;
      const operator = checked(NewManagedUser, {
        nickname,
        email,
        site_id: site,
        first_name: firstName,
        last_name: lastName,
        roles: ["operator"],
        password,
      });
      await withGateway(config(), async (gateway) => {
        const prepared = await prepareUser(gateway, operator);
        const redirect_uris = redirectUri ?? [defaultRedirect];
        const made = await bootstrap(gateway, prepared, { name: application, redirect_uris });
        const { id, webhook_secret } = made.created.application;
        print({
          operator: { id: made.operator.id, nickname, site_id: site, password: prepared.minted },
          application: {
            id,
            client_id: String(id),
            client_secret: made.created.clientSecret,
            redirect_uris,
            webhook_secret,
          },
        });
      });
    });
}
