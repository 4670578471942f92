import { expect, test, vi } from "vitest";
import { get, post } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { admin, madeBy, type WorldDocument } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const dayMs = 86_400_000;

const made = async (path: string, body: object): Promise<WorldDocument> =>
  madeBy(await post(path, { token: admin, body }));

const daysAhead = async ({ world }: WorldDocument): Promise<number> => {
  const clock = await get("/_sandbox/clock", { token: admin, headers: { "X-Sandbox-World": world.id } });
  return Math.round(clock.json<{ offset_ms: number }>().offset_ms / dayMs);
};

test("a world begins at the time that it is asked for, and a reset goes back to that", async () => {
  const clock = new Date(Date.now() + 30 * dayMs).toISOString();
  const world = await made("/_sandbox/worlds", { from: "demo", clock });
  expect(await daysAhead(world)).toBe(30);
  const { access_token: token } = world.users.seller_mla;
  expect((await get("/users/me", { token })).status).toBe(200);
  const inWorld = { token: admin, headers: { "X-Sandbox-World": world.world.id } };
  await post("/_sandbox/clock", { ...inWorld, body: { advance: "P2D" } });
  expect(await daysAhead(world)).toBe(32);
  expect((await post(`/_sandbox/worlds/${world.world.id}/reset`, { token: admin })).status).toBe(200);
  expect(await daysAhead(world)).toBe(30);
});

test("forks and snapshots have the clock as it stood", async () => {
  const world = await made("/_sandbox/worlds", { from: "empty" });
  const { id } = world.world;
  await post("/_sandbox/clock", {
    token: admin,
    headers: { "X-Sandbox-World": id },
    body: { advance: "P3D" },
  });
  const name = `clock-${id}`;
  const stored = await post(`/_sandbox/worlds/${id}/snapshots`, { token: admin, body: { name } });
  expect(stored.status).toBe(201);
  expect(await daysAhead(await made(`/_sandbox/worlds/${id}/fork`, {}))).toBe(3);
  expect(await daysAhead(await made("/_sandbox/worlds", { from: `snapshot:${name}` }))).toBe(3);
});

test.each([
  ["2020-01-01T00:00:00Z", "A clock goes forward only"],
  ["2099-01-01T00:00:00Z", "A clock is moved by 400 days at most at once"],
])("a clock that begins at %s is refused", async (clock, message) => {
  const answer = await post("/_sandbox/worlds", { token: admin, body: { from: "demo", clock } });
  expectProblem(answer, 400, "bad_request", message);
});

test("a clock that is no time is refused", async () => {
  const answer = await post("/_sandbox/worlds", { token: admin, body: { clock: "tomorrow" } });
  expectProblem(answer, 400, "bad_request");
});
