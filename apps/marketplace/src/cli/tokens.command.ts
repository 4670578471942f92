import { revokeAllTokens, revokeTokens, tokenFamilyViewOf, withdraw } from "@marketplace/edge-gateway";
import type { Command } from "commander";
import { z } from "zod";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { checked, idOption, print, userNamed } from "./checked.ts";
import { withGateway } from "./gateway.ts";

/** Rows of a list that are read at once. */
const block = 100;

/** `tokens`: lists and revokes tokens of users, by the grant they descend from. */
export function addTokens(program: Command, config: () => Config): void {
  const tokens = program.command("tokens").description("Lists and revokes tokens of users");
  tokens
    .command("list")
    .description("Prints which applications have tokens of a user, one line of JSON each; never the tokens")
    .argument("<user>", "id or nickname")
    .action(async (name: string) => {
      await withGateway(config(), async (gateway) => {
        const { id } = await userNamed(gateway, name);
        const now = gateway.clock.now();
        for (let offset = 0; ; offset += block) {
          const page = await gateway.tokenFamilies.list(id, now, { limit: block, offset });
          for (const family of page.families) print(tokenFamilyViewOf(family));
          if (offset + block >= page.total) return;
        }
      });
    });
  tokens
    .command("revoke")
    .description("Revokes tokens of a user: a family of `tokens list`, those of an application, or all")
    .argument("<user>", "id or nickname")
    .argument("[family]", "id of a family")
    .option("--application <id>", "all tokens that this application has of the user", idOption)
    .option("--all", "all tokens of the user")
    .action((name: string, family: string | undefined, options: Options) =>
      revoke(config(), name, { ...options, family }),
    );
}

interface Options {
  family?: string | undefined;
  application?: number;
  all?: true;
}

async function revoke(config: Config, name: string, { family, application, all }: Options): Promise<void> {
  if ([family, application, all].filter((choice) => choice !== undefined).length !== 1)
    throw new StartRefused("Name one of a family, --application and --all");
  const familyId = family && checked(z.object({ family: z.uuid() }), { family }).family;
  await withGateway(config, async (gateway) => {
    const { id } = await userNamed(gateway, name);
    if (all) return print({ user_id: id, families: await revokeAllTokens(gateway, id) });
    const done = familyId
      ? await revokeTokens(gateway, { userId: id, familyId })
      : await withdraw(gateway, id, application ?? 0);
    if (!done) throw new StartRefused("The user has no such tokens");
    print({ user_id: id, ...(familyId ? { family: familyId } : { application }) });
  });
}
