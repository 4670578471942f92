import { checkWindow, idParam, json, pagingQuery } from "@marketplace/conventions";
import type { Request } from "express";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { bearerTokenOf } from "../edge/credentials.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { requireUserOrOperator } from "../users/operators.policy.ts";
import { revokeTokens } from "./revocation.service.ts";
import { hashOf } from "./token-text.rules.ts";
import { TokenFamilies, TokenFamily, viewOf } from "./tokens.schema.ts";

const user_id = idParam().describe("User id");

/** The family of the token in the header of a request. */
async function familyOf({ req }: { req: Request }, { tokens }: Deps): Promise<string | undefined> {
  return (await tokens.findAccess(hashOf(bearerTokenOf(req) ?? "")))?.family_id;
}

const listTokens = operation({
  id: "listTokens",
  method: "GET",
  path: "/users/{user_id}/tokens",
  example: "/users/2418503621/tokens",
  summary: "Lists which applications have tokens of a user, never the tokens; for the user and operators",
  params: { user_id },
  query: pagingQuery,
  response: TokenFamilies,
  errors: [problems.not_the_user, problems.user_not_found],
  async handle({ params: { user_id: userId }, query: { limit, offset }, caller, http }, deps) {
    checkWindow({ limit, offset });
    requireUserOrOperator(caller, userId);
    if (!(await deps.users.find(userId))) throw problems.user_not_found({ id: userId });
    const { total, families } = await deps.tokenFamilies.list(userId, deps.clock.now(), { limit, offset });
    const present = await familyOf(http, deps);
    const results = families.map((family) => viewOf(family, present));
    const answer = { paging: { total, offset, limit }, results };
    return json(answer, { headers: { "Cache-Control": "no-store" } });
  },
});

const deleteTokens = operation({
  id: "revokeTokens",
  method: "DELETE",
  path: "/users/{user_id}/tokens/{family_id}",
  example: "/users/2418503621/tokens/6f1b0c9e-3c52-4f0e-9a44-0c6a8a1c2f57",
  summary: "Revokes a family of tokens: they stop working at once; for the user and operators",
  params: { user_id, family_id: z.uuid().describe("Id of the family") },
  status: 204,
  errors: [problems.not_the_user, problems.token_family_not_found],
  async handle({ params: { user_id: userId, family_id: familyId }, caller, http }, deps) {
    requireUserOrOperator(caller, userId);
    const isOwn = (await familyOf(http, deps)) === familyId;
    if (!(await revokeTokens(deps, { userId, familyId, isOwn })))
      throw problems.token_family_not_found({ id: familyId });
  },
});

/** Tokens of users, by the grant they descend from. */
export const tokens = resource({
  name: "Tokens",
  description: "Which applications have tokens of a user",
  fields: TokenFamily,
  related: ["/users/{id}", "/oauth/token"],
  operations: [listTokens, deleteTokens],
});
