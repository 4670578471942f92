import {
  identityViewOf,
  linkIdentity,
  NewIdentity,
  namedIdentity,
  removeTotp,
  unlinkIdentity,
} from "@marketplace/edge-gateway";
import type { Command } from "commander";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { checked, idOption, print, userNamed } from "./checked.ts";
import { withGateway } from "./gateway.ts";

/** The commands of `users` for signing in: identities of an issuer, and second factors. */
export function addSignInCommands(users: Command, config: () => Config): void {
  addIdentities(users, config);
  users
    .command("reset-totp")
    .description("Removes a user's second factor and recovery codes, and ends their sessions")
    .argument("<user>", "id or nickname")
    .action((name: string) =>
      withGateway(config(), async (gateway) => {
        const { id, nickname } = await userNamed(gateway, name);
        if (!(await removeTotp(gateway, id, { isReset: true })))
          throw new StartRefused(`${nickname} has no second factor`);
        print({ user_id: id, enrolled: false });
      }),
    );
}

function addIdentities(users: Command, config: () => Config): void {
  users
    .command("identities")
    .description("Prints who a user is at OpenID Connect issuers, one line of JSON each")
    .argument("<user>", "id or nickname")
    .action((name: string) =>
      withGateway(config(), async (gateway) => {
        const { id } = await userNamed(gateway, name);
        for (const identity of await gateway.identities.list(id)) print(identityViewOf(identity));
      }),
    );
  users
    .command("link-identity")
    .description("Links a person at an OpenID Connect issuer to a user, as whom they sign in then")
    .argument("<user>", "id or nickname")
    .argument("<subject>", "the issuer's id of the person, in its claim sub")
    .option("--issuer <address>", "address of the issuer (default: OIDC_ISSUER)")
    .action((name: string, subject: string, { issuer }: { issuer?: string }) => {
      const given = checked(NewIdentity, { subject, issuer });
      return withGateway(config(), async (gateway) => {
        const named = namedIdentity(gateway, given);
        const { id } = await userNamed(gateway, name);
        print(identityViewOf(await linkIdentity(gateway, id, named)));
      });
    });
  users
    .command("unlink-identity")
    .description("Takes such a link back, and ends the user's sessions and tokens")
    .argument("<user>", "id or nickname")
    .argument("<identity>", "id of the identity", idOption)
    .option("--keep-tokens", "leaves the tokens that applications have of the user")
    .action((name: string, identity: number, { keepTokens }: { keepTokens?: true }) =>
      withGateway(config(), async (gateway) => {
        const { id } = await userNamed(gateway, name);
        await unlinkIdentity(gateway, { userId: id, id: identity, revokeTokens: !keepTokens });
        print({ user_id: id, unlinked: identity });
      }),
    );
}
