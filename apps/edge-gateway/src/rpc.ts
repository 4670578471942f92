import type { GatewayRpc, IdentityRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { profileOf } from "./users/users.service.ts";

/** Tells the services who a token's bearer is, and who the users are. */
export function identityRpc(deps: Deps): IdentityRpc {
  return {
    describe: async () => openApiFragment(resources),
    authenticate: async ({ token }) => (await deps.tokenCheck.check(token)).authentication,
    users: async ({ ids }) => (await deps.users.findMany(ids)).map((user) => profileOf(user, deps)),
    userIdOf: async ({ nickname }) => (await deps.users.idOf(nickname)) ?? null,
  };
}

/** Everything the gateway does for the services. */
export function gatewayRpc(deps: Deps): GatewayRpc {
  return {
    ...identityRpc(deps),
    publish: deps.notifications.publish,
  };
}
