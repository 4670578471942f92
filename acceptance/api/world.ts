import { expect, inject } from "vitest";
import { itemLike, type Model } from "../product/items.ts";
import type { Person } from "../product/sandbox.ts";
import { get, post } from "./api.ts";

export type { Person } from "../product/sandbox.ts";

/** The demo's data under the names of decisions 8.2. */
const sandbox = inject("sandbox");
export const { users, tokens, fixtures, applications } = sandbox;
export const adminToken = sandbox.sandbox.admin_token;

/** Creates a user that no other test knows, so that tests do not affect each other. */
export async function newUser(site = "MLA"): Promise<Person> {
  const answer = await post("/users/test_user", { as: users.seller_mla, body: { site_id: site } });
  expect(answer.status).toBe(201);
  return { ...answer.json<Person>(), site_id: site };
}

/** A new active item of a seller, in a category that ships by Flex; `change` replaces fields. */
export async function newItem(as: Person, change: Record<string, unknown> = {}): Promise<string> {
  const model = await get(`/items/${fixtures.item_active}`, { as });
  const body = itemLike(model.json<Model>(), change);
  const answer = await post("/items", { as, body });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json<{ id: string }>().id;
}

/** Asks a question; returns its id. */
export async function newQuestion(as: Person, itemId: string, text = "Tiene garantía?"): Promise<number> {
  const answer = await post("/questions", { as, body: { item_id: itemId, text } });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json<{ id: number }>().id;
}
