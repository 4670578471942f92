import { clientNetworkOf, common, idParam, isOperator, json } from "@marketplace/conventions";
import { operation } from "../kit.ts";
import { problems } from "../problems.ts";
import { PasswordChange, PasswordSet } from "./administration.schema.ts";
import { setPassword } from "./administration.service.ts";
import { changeOwnPassword } from "./password.service.ts";

const required = (name: string) => {
  const message = `${name} is required`;
  return common.bad_request(
    { message },
    { cause: [{ code: "required", message, references: [`body.${name}`] }] },
  );
};

export const updatePassword = operation({
  id: "updatePassword",
  method: "PUT",
  path: "/users/{id}/password",
  example: "/users/2418503621/password",
  summary:
    "Sets a password, which ends the user's sessions: by the user with the present one, or by operators",
  params: { id: idParam().describe("User id") },
  body: PasswordChange,
  response: PasswordSet,
  errors: [problems.not_the_user, problems.user_not_found, problems.wrong_password],
  async handle({ params: { id }, body, caller, http: { req } }, deps) {
    const answer = (minted?: string) =>
      json(
        { user_id: id, ...(minted !== undefined && { password: minted }) },
        { headers: { "Cache-Control": "no-store" } },
      );
    const { current_password: current, password: next, revoke_tokens: revokeTokens } = body;
    // Operators, too, prove that their own password is theirs to change.
    if (caller.userId !== id) {
      if (!isOperator(caller)) throw problems.not_the_user();
      return answer(await setPassword(deps, id, { given: next, revokeTokens }));
    }
    if (current === undefined) throw required("current_password");
    if (next === undefined) throw required("password");
    await changeOwnPassword(deps, id, {
      current,
      next,
      revokeTokens: revokeTokens ?? false,
      network: clientNetworkOf(req),
    });
    return answer();
  },
});
