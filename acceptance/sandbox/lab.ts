import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import { type Answer, get, post, type RequestOptions, remove, send } from "../api/api.ts";
import type { Sandbox } from "../product/sandbox.ts";

/** The admin token of the product under test. */
export const admin: string = inject("sandbox").sandbox.admin_token;

export interface WorldView {
  id: string;
  from: string;
  created_at: string;
  expires_at: string | null;
}

/** The document of a world. */
export type WorldDocument = Sandbox & { world: WorldView };

/** Asks the lab. */
export const ask = (
  method: string,
  path: string,
  body?: unknown,
  headers: RequestOptions["headers"] = {},
): Promise<Answer> => send(method, `/_sandbox${path}`, { token: admin, body, headers });

/** Makes a world that ends with the test. */
export async function newWorld(body: Record<string, unknown> = {}): Promise<WorldDocument> {
  return madeBy(await post("/_sandbox/worlds", { token: admin, body }));
}

/** Makes a world of the demo for the tests of a file, which ends after them. */
export function worldOfFile(): () => WorldDocument {
  let document: WorldDocument;
  beforeAll(async () => {
    document = documentOf(await post("/_sandbox/worlds", { token: admin, body: { from: "demo" } }));
  });
  afterAll(async () => void (await remove(`/_sandbox/worlds/${document.world.id}`, { token: admin })));
  return () => document;
}

function documentOf(answer: Answer): WorldDocument {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json<WorldDocument>();
}

/** The world of an answer that made it; it ends with the test. */
export function madeBy(answer: Answer): WorldDocument {
  const document = documentOf(answer);
  onTestFinished(async () => void (await remove(`/_sandbox/worlds/${document.world.id}`, { token: admin })));
  return document;
}

const worlds = async (): Promise<WorldView[]> => {
  const page = await get("/_sandbox/worlds?limit=100", { token: admin });
  return page.json<{ results: WorldView[] }>().results;
};

/** The ids of all worlds. */
export const worldIds = async (): Promise<string[]> => (await worlds()).map(({ id }) => id);

/** The ids of those that were made to live so long. Other tests make worlds at the same time. */
export const worldsLiving = async (seconds: number): Promise<string[]> =>
  (await worlds())
    .filter(
      ({ created_at, expires_at }) =>
        // Both are read of the clock, a moment apart.
        Math.round((Date.parse(expires_at ?? "") - Date.parse(created_at)) / 1_000) === seconds,
    )
    .map(({ id }) => id);

/** Waits until no world is left that was not there before; those of other tests end with these. */
export async function untilNoneStays(before: readonly string[]): Promise<void> {
  const added = (await worldIds()).filter((id) => !before.includes(id));
  const left = async () => (await worldIds()).filter((id) => added.includes(id));
  await expect.poll(left, { timeout: 200_000, interval: 1_000 }).toEqual([]);
}
