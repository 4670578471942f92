import { idParam, json } from "@marketplace/conventions";
import { operation } from "../kit.ts";
import { problems } from "../problems.ts";
import { managedViewOf } from "./administration.policy.ts";
import { CreatedUser, ManagedUserView, NewManagedUser, UserChanges } from "./administration.schema.ts";
import { addUser, changeUser, prepareUser } from "./administration.service.ts";
import { requireOperator } from "./operators.policy.ts";

const noStore = { "Cache-Control": "no-store" };

export const createUser = operation({
  id: "createUser",
  method: "POST",
  path: "/users",
  summary: "Creates a user; a generated password is answered once. For operators",
  status: 201,
  creates: "in steps",
  body: NewManagedUser,
  response: CreatedUser,
  errors: [problems.operators_only, problems.site_not_found, problems.nickname_taken],
  async handle({ body, caller, once }, deps) {
    requireOperator(caller);
    const prepared = await prepareUser(deps, body);
    const { minted } = prepared;
    return once({
      change: () => addUser(deps, prepared),
      answer: (user) =>
        json(
          { ...managedViewOf(user), ...(minted !== undefined && { password: minted }) },
          { status: 201, headers: noStore },
        ),
    });
  },
});

export const updateUser = operation({
  id: "updateUser",
  method: "PUT",
  path: "/users/{id}",
  example: "/users/2418503621",
  summary: "Changes roles, status, flags, reputation, names or addresses of a user. For operators",
  params: { id: idParam().describe("User id") },
  body: UserChanges,
  response: ManagedUserView,
  errors: [
    problems.operators_only,
    problems.user_not_found,
    problems.last_operator,
    problems.owns_your_application,
  ],
  async handle({ params: { id }, body, caller }, deps) {
    requireOperator(caller);
    if (body.status === "disabled" && caller.userId !== id) {
      const used = await deps.applications.find(caller.applicationId);
      if (used?.owner_id === id) throw problems.owns_your_application();
    }
    return json(managedViewOf(await changeUser(deps, id, body)), { headers: noStore });
  },
});
