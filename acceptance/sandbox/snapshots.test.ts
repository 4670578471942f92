import { expect, test, vi } from "vitest";
import { expectProblem } from "../api/problems.ts";
import { ask, newWorld } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

interface SnapshotPage {
  paging: { total: number; limit: number };
  results: { name: string; created_at: string }[];
}

const snapshots = async () => (await ask("GET", "/snapshots?limit=100")).json<SnapshotPage>();

test("snapshots are listed by age, and one that is removed frees its name", async () => {
  const world = await newWorld({ from: "empty" });
  const stored = `/worlds/${world.world.id}/snapshots`;
  const names = ["b", "a"].map((letter) => `${letter}-${Date.now()}`);
  for (const name of names) expect((await ask("POST", stored, { name })).status).toBe(201);
  const { results, paging } = await snapshots();
  expect(results.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names);
  expect(results.length).toBe(paging.total);
  const first = await ask("GET", "/snapshots?limit=1");
  expect(first.json<SnapshotPage>().results.length).toBe(1);
  for (const name of names) expect((await ask("DELETE", `/snapshots/${name}`)).status).toBe(204);
  expect((await snapshots()).results.map(({ name }) => name)).not.toContain(names[0]);
  expectProblem(await ask("DELETE", `/snapshots/${names[0]}`), 404, "not_found");
  expectProblem(await ask("POST", "/worlds", { from: `snapshot:${names[0]}` }), 404, "not_found");
  expect((await ask("POST", stored, { name: names[0] })).status).toBe(201);
  expect((await ask("DELETE", `/snapshots/${names[0]}`)).status).toBe(204);
});

test("a snapshot stays while a world goes back to it at a reset", async () => {
  const world = await newWorld({ from: "empty" });
  const name = `s-${Date.now()}`;
  expect((await ask("POST", `/worlds/${world.world.id}/snapshots`, { name })).status).toBe(201);
  const copy = await newWorld({ from: `snapshot:${name}` });
  const { id } = copy.world;
  const refused = await ask("DELETE", `/snapshots/${name}`);
  expectProblem(refused, 409, "conflict");
  expect(refused.text).toContain(id);
  expect((await ask("POST", `/worlds/${id}/reset`)).status).toBe(200);
  expect((await ask("DELETE", `/worlds/${id}`)).status).toBe(204);
  expect((await ask("DELETE", `/snapshots/${name}`)).status).toBe(204);
});

test.each(["NOT-A-NAME", "x".repeat(65)])("%s is no name of a snapshot", async (name) => {
  expectProblem(await ask("DELETE", `/snapshots/${name}`), 400, "bad_request");
});
