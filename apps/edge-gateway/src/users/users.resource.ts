import { common, idOf, idParam, json } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { mayCreateTestUsers } from "../sign-in/sign-in.policy.ts";
import { createUser, updateUser } from "./administration.resource.ts";
import { updatePassword } from "./password.resource.ts";
import { createTestUser, siteOfTestUser, testUser } from "./test-users.service.ts";
import { idList, NewTestUser, TestUser, UserElement, UserView } from "./users.schema.ts";
import { showUser, showUsers } from "./users.service.ts";

const secretAnswer = { headers: { "Cache-Control": "no-store" } };

const readMe = operation({
  id: "getMe",
  method: "GET",
  path: "/users/me",
  summary: "Reads the user whose token is sent, private fields included",
  response: UserView,
  async handle({ caller }, deps) {
    const user = await deps.users.find(caller.userId);
    if (!user) throw common.invalid_token();
    return showUser(deps, user, caller.userId);
  },
});

const readUser = operation({
  id: "getUser",
  method: "GET",
  path: "/users/{id}",
  example: "/users/2418503621",
  summary: "Reads a user; private fields only to that user",
  params: { id: idParam().describe("User id") },
  response: UserView,
  errors: [problems.user_not_found],
  async handle({ params: { id }, caller }, deps) {
    const user = await deps.users.find(id);
    if (!user) throw problems.user_not_found({ id });
    return showUser(deps, user, caller.userId);
  },
});

const readUsers = operation({
  id: "getUsers",
  method: "GET",
  path: "/users",
  example: "/users?ids=2418503621,2418503622",
  summary: "Reads up to 20 users, each with the status it would have had by itself",
  query: { ids: idList().describe("User ids, separated by commas; at most 20") },
  mask: "bodies",
  response: z.array(UserElement),
  async handle({ query: { ids }, caller }, deps) {
    const users = await showUsers(deps, ids.map(idOf), caller.userId);
    return ids.map((id) => {
      const user = users.get(idOf(id));
      if (user) return { code: 200, body: user };
      return { code: 404, body: problems.user_not_found({ id }).body() };
    });
  },
});

const testUserOperation = operation({
  id: "createTestUser",
  method: "POST",
  path: "/users/test_user",
  summary:
    "Creates a test user of a site, with a token and a password that work at once; by operators, or where SIGN_IN=picker",
  status: 201,
  creates: "in steps",
  body: NewTestUser,
  response: TestUser,
  errors: [problems.site_not_found, problems.test_users_disabled],
  async handle({ body: { site_id }, caller, once }, deps) {
    if (!mayCreateTestUsers(deps, caller)) throw problems.test_users_disabled();
    const newcomer = await testUser(deps, await siteOfTestUser(deps, site_id));
    return once({
      change: () => createTestUser(deps, newcomer, caller),
      answer: (user) => json(user, { status: 201, ...secretAnswer }),
    });
  },
});

/** Users, as decisions 2.3 and 2.4 have them. */
export const users = resource({
  name: "Users",
  description: "Those who sell, buy and operate",
  fields: UserView,
  related: ["/sites", "/applications/{id}"],
  connections: { site_id: "/sites/{id}" },
  operations: [readMe, readUsers, readUser, createUser, updateUser, updatePassword, testUserOperation],
});
