import {
  addUser,
  changeUser,
  managedViewOf,
  NewManagedUser,
  prepareUser,
  setPassword,
  UserChanges,
} from "@marketplace/edge-gateway";
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { checked, print, several, userNamed } from "./checked.ts";
import { withGateway } from "./gateway.ts";
import { type PasswordSource, readNewPassword } from "./new-password.ts";
import { addSignInCommands } from "./sign-in.command.ts";

interface NewUserOptions extends PasswordSource {
  nickname: string;
  email: string;
  site: string;
  firstName: string;
  lastName: string;
  role?: string[];
  reputation?: string;
}

/** Users that a list reads at once. */
const pageSize = 100;

/** `users`: creates, lists and changes users. A user is named by id or nickname. */
export function addUsers(program: Command, config: () => Config): void {
  const users = program.command("users").description("Creates, lists and changes users");
  addCreate(users, config);
  addList(users, config);
  addChanges(users, config);
  addPassword(users, config);
  addSignInCommands(users, config);
}

function addCreate(users: Command, config: () => Config): void {
  users
    .command("create")
    .description("Creates a user; prints them, and once a generated password")
    .requiredOption("--nickname <name>", "public name")
    .requiredOption("--email <address>", "e-mail address")
    .requiredOption("--site <id>", "site, such as MLA")
    .requiredOption("--first-name <name>", "first name")
    .requiredOption("--last-name <name>", "last name")
    .option(
      "--role <role>",
      "seller, buyer or operator; several are possible (default: seller and buyer)",
      several,
    )
    .option("--reputation <level>", "1_red, 2_orange, 3_yellow, 4_light_green or 5_green")
    .option("--password-stdin", "reads the password from standard input")
    .option("--password-prompt", "asks for the password; it is generated otherwise")
    .action(async (options: NewUserOptions) => {
      const password = await readNewPassword(options);
      const { nickname, email, site, firstName, lastName, role, reputation } = options;
      const given = checked(NewManagedUser, {
        nickname,
        email,
        site_id: site,
        first_name: firstName,
        last_name: lastName,
        roles: role,
        reputation_level: reputation,
        password,
      });
      await withGateway(config(), async (gateway) => {
        const prepared = await prepareUser(gateway, given);
        const user = await addUser(gateway, prepared);
        print({ ...managedViewOf(user), password: prepared.minted });
      });
    });
}

function addList(users: Command, config: () => Config): void {
  users
    .command("list")
    .description("Prints users, one line of JSON each, oldest first")
    .option("--role <role>", "only seller, buyer or operator")
    .option("--status <status>", "only active or disabled")
    .action(async (options: { role?: string; status?: string }) => {
      const { status, roles: [role] = [] } = checked(UserChanges.pick({ roles: true, status: true }), {
        status: options.status,
        roles: options.role === undefined ? undefined : [options.role],
      });
      await withGateway(config(), async ({ managedUsers }) => {
        for (let offset = 0; ; offset += pageSize) {
          const page = await managedUsers.list({ role, status }, { limit: pageSize, offset });
          for (const user of page.users) print(managedViewOf(user));
          if (offset + pageSize >= page.total) return;
        }
      });
    });
}

function addChanges(users: Command, config: () => Config): void {
  const change = async (name: string, changes: unknown) => {
    const checkedChanges = checked(UserChanges, changes);
    await withGateway(config(), async (gateway) => {
      const { id } = await userNamed(gateway, name);
      print(managedViewOf(await changeUser(gateway, id, checkedChanges)));
    });
  };
  users
    .command("disable")
    .description("Disables a user: they cannot sign in, and all their tokens and sessions end")
    .argument("<user>", "id or nickname")
    .action((user: string) => change(user, { status: "disabled" }));
  users
    .command("enable")
    .description("Enables a disabled user; what had ended stays ended")
    .argument("<user>", "id or nickname")
    .action((user: string) => change(user, { status: "active" }));
  users
    .command("role")
    .description("Replaces the roles of a user")
    .argument("<user>", "id or nickname")
    .argument("<roles...>", "seller, buyer, operator")
    .action((user: string, roles: string[]) => change(user, { roles }));
}

function addPassword(users: Command, config: () => Config): void {
  users
    .command("password")
    .description(
      "Sets a user's password, which ends their sessions and tokens; a generated one is printed once",
    )
    .argument("<user>", "id or nickname")
    .option("--password-stdin", "reads the password from standard input")
    .option("--password-prompt", "asks for the password; it is generated otherwise")
    .option("--keep-tokens", "leaves the tokens that applications have of the user")
    .action(async (name: string, options: PasswordSource & { keepTokens?: true }) => {
      const given = await readNewPassword(options);
      const { password } = checked(NewManagedUser.pick({ password: true }), { password: given });
      await withGateway(config(), async (gateway) => {
        const { id } = await userNamed(gateway, name);
        const setting = { given: password, revokeTokens: !options.keepTokens };
        print({ user_id: id, password: await setPassword(gateway, id, setting) });
      });
    });
}
