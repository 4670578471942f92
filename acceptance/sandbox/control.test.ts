import { expect, test } from "vitest";
import { get, post } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { tokens, users } from "../api/world.ts";
import { admin } from "./lab.ts";

test("the lab lists the world default", async () => {
  const answer = await get("/_sandbox/worlds", { token: admin });
  expect(answer.status).toBe(200);
  expect(answer.json<{ results: unknown[] }>().results[0]).toEqual({
    id: "default",
    from: "demo",
    created_at: expect.any(String),
    expires_at: null,
  });
});

test("users cannot reach it, operators included", async () => {
  expectProblem(await get("/_sandbox/worlds"), 403, "access_token_not_granted");
  for (const user of [users.seller_mla, users.operator])
    expectProblem(await get("/_sandbox/worlds", { as: user }), 401, "invalid_token");
  expectProblem(await get("/_sandbox/worlds", { token: tokens.expired }), 401, "invalid_token");
  expectProblem(await get(`/_sandbox/worlds?access_token=${admin}`), 403, "access_token_not_granted");
});

test("its token opens nothing of the public API", async () => {
  expectProblem(await get("/users/me", { token: admin }), 401, "invalid_token");
});

test("it is there for no page of another origin, and in no script", async () => {
  const foreign = { token: admin, headers: { Origin: "https://evil.example" } };
  expectProblem(await get("/_sandbox/worlds", foreign), 403, "forbidden");
  expectProblem(await post("/_sandbox/worlds", { ...foreign, body: {} }), 403, "forbidden");
  const script = await get("/_sandbox/worlds?callback=show", { token: admin });
  expect(script.headers.get("content-type")).toMatch(/^application\/json/);
  expect(script.headers.get("access-control-allow-origin")).toBeNull();
});

test("the public document says nothing of it; /docs shows its own beside", async () => {
  const shown = await get("/openapi.json");
  expect(shown.text).not.toContain("/_sandbox");
  const own = await get("/_sandbox/openapi.json");
  expect(Object.keys(own.json<{ paths: object }>().paths)).toContain("/_sandbox/worlds");
  expect((await get("/docs")).text).toContain('data-document="/_sandbox/openapi.json"');
});

test("what it does not know is answered in the standard body", async () => {
  expectProblem(await get("/_sandbox/nothing", { token: admin }), 404, "resource not found");
  expectProblem(await get("/_sandbox/worlds/w0", { token: admin }), 404, "not_found", "World not found: w0");
});
