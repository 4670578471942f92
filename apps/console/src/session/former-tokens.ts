import { dataOf } from "../api/problem.ts";
import type { Session } from "./session.ts";
import { readTab, updateTab } from "./tab.ts";

/**
 * Tokens are lost with the page that had them in memory. Each load of it signs in again, so that the tokens
 * of the page before would be left behind: they are ended, once there are others that keep the consent.
 */
export async function endFormerTokens({ client, userId }: Session): Promise<void> {
  const { left } = readTab();
  const user_id = String(userId);
  const params = { path: { user_id }, query: { limit: 50 } };
  const { results } = await dataOf(client.GET("/users/{user_id}/tokens", { params }));
  const present = results.find(({ current }) => current)?.id;
  updateTab({ left: undefined });
  family = present;
  if (left === undefined || left === present) return;
  const path = { user_id, family_id: left };
  await dataOf(client.DELETE("/users/{user_id}/tokens/{family_id}", { params: { path } }));
}

/** Ends the tokens that this session has. */
export async function endTokens({ client, userId }: Session): Promise<void> {
  const user_id = String(userId);
  const params = { path: { user_id }, query: { limit: 50 } };
  const { results } = await dataOf(client.GET("/users/{user_id}/tokens", { params }));
  const family_id = results.find(({ current }) => current)?.id;
  if (family_id === undefined) return;
  await dataOf(
    client.DELETE("/users/{user_id}/tokens/{family_id}", { params: { path: { user_id, family_id } } }),
  );
}

/** Which tokens this page has. */
let family: string | undefined;

/** Gives back the tokens of this page, which is being left: the browser sends it all the same. */
export async function endTokensOfPage({ client, userId }: Session): Promise<void> {
  if (family === undefined) return;
  const path = { user_id: String(userId), family_id: family };
  await client.DELETE("/users/{user_id}/tokens/{family_id}", { params: { path }, keepalive: true });
}

// Only a page that is left has lost its tokens: one that a duplicated tab was copied from still has them.
addEventListener("pagehide", () => family !== undefined && updateTab({ left: family }));
addEventListener("pageshow", ({ persisted }) => persisted && updateTab({ left: undefined }));
