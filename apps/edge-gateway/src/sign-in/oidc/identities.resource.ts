import { idParam, json } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { operation, resource } from "../../kit.ts";
import { problems } from "../../problems.ts";
import { requireOperator, requireUserOrOperator } from "../../users/operators.policy.ts";
import { IdentityView, identityViewOf, NewIdentity } from "./identities.schema.ts";
import { linkIdentity, namedIdentity, unlinkIdentity } from "./identities.service.ts";
import { oidcProblems } from "./oidc.problems.ts";

const user_id = idParam().describe("User id");
const noStore = { headers: { "Cache-Control": "no-store" } };

async function requireUser({ users }: Deps, id: number): Promise<void> {
  if (!(await users.find(id))) throw problems.user_not_found({ id });
}

const list = operation({
  id: "listIdentities",
  method: "GET",
  path: "/users/{user_id}/identities",
  example: "/users/2418503621/identities",
  summary: "Lists who a user is at OpenID Connect issuers; for the user and operators",
  params: { user_id },
  response: z.array(IdentityView),
  errors: [problems.not_the_user, problems.user_not_found],
  async handle({ params: { user_id: userId }, caller }, deps) {
    requireUserOrOperator(caller, userId);
    await requireUser(deps, userId);
    return json((await deps.identities.list(userId)).map(identityViewOf), noStore);
  },
});

const link = operation({
  id: "linkIdentity",
  method: "POST",
  path: "/users/{user_id}/identities",
  example: "/users/2418503621/identities",
  summary: "Links a person at an OpenID Connect issuer to a user, as whom they sign in then. For operators",
  status: 201,
  creates: true,
  params: { user_id },
  body: NewIdentity,
  response: IdentityView,
  errors: [
    problems.operators_only,
    problems.user_not_found,
    oidcProblems.identity_taken,
    oidcProblems.issuer_required,
  ],
  async handle({ params: { user_id: userId }, body, caller }, deps) {
    requireOperator(caller);
    const named = namedIdentity(deps, body);
    await requireUser(deps, userId);
    return identityViewOf(await linkIdentity(deps, userId, named));
  },
});

const unlink = operation({
  id: "unlinkIdentity",
  method: "DELETE",
  path: "/users/{user_id}/identities/{identity_id}",
  example: "/users/2418503621/identities/1204",
  summary: "Takes such a link back, and ends the user's sessions and tokens. For operators",
  params: { user_id, identity_id: idParam().describe("Identity id") },
  query: {
    revoke_tokens: z
      .enum(["true", "false"])
      .optional()
      .describe("Whether the user's tokens end, too; true when absent"),
  },
  status: 204,
  errors: [problems.operators_only, oidcProblems.identity_not_found],
  async handle({ params: { user_id: userId, identity_id: id }, query, caller }, deps) {
    requireOperator(caller);
    await unlinkIdentity(deps, { userId, id, revokeTokens: query.revoke_tokens !== "false" });
  },
});

/** Who users are at OpenID Connect issuers. */
export const identities = resource({
  name: "Identities",
  description: "Who users are at OpenID Connect issuers",
  fields: IdentityView,
  related: ["/users/{id}", "/sign_in/oidc"],
  connections: { user_id: "/users/{id}" },
  operations: [list, link, unlink],
});
