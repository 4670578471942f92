import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { verifyNotification } from "@marketplace-api/client";
import { createSandbox, type NewWorld, SandboxError, type World } from "@marketplace-api/sandbox";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { baseUrl } from "../api/api.ts";
import { admin, worldIds } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const example = fileURLToPath(new URL("../../packages/sandbox-client/example/worlds.ts", import.meta.url));

const attached = () => createSandbox({ url: baseUrl, adminToken: admin });

async function newWorld(options: NewWorld = {}): Promise<World> {
  const world = await (await attached()).world(options);
  onTestFinished(() => world.drop());
  return world;
}

const ask = (world: World, text = "¿Tienen stock?") =>
  world.client("buyer_mla").POST("/questions", { body: { item_id: world.fixtures.item_active, text } });

const textOf = async (world: World, id = 0) =>
  (
    await world
      .client("seller_mla")
      .GET("/questions/{question_id}", { params: { path: { question_id: `${id}` } } })
  ).data?.text;

describe("the package for tests", () => {
  it("runs the example of its README", async () => {
    const env = { ...process.env, MARKETPLACE_URL: baseUrl, MARKETPLACE_ADMIN_TOKEN: admin };
    const { stdout } = await promisify(execFile)(process.execPath, [example], { env });
    expect(stdout).toMatch(/^\S+ was told of \/questions\/\d+\n$/);
  });

  it("makes worlds that end with their scope", async () => {
    await using sandbox = await attached();
    let id: string;
    {
      await using world = await sandbox.world({ ttlSeconds: 600 });
      id = world.id;
      expect(await worldIds()).toContain(id);
      const { data } = await world.client({ token: world.users.seller_mla.token }).GET("/users/me");
      expect(data?.id).toBe(world.users.seller_mla.id);
    }
    expect(await worldIds()).not.toContain(id);
  });

  it("carries a world in an archive", async () => {
    const world = await newWorld({ from: "empty", topics: [] });
    const sandbox = await attached();
    await using copy = await sandbox.import(await world.export(), { ttlSeconds: 600, topics: [] });
    expect(copy.id).not.toBe(world.id);
    const { data } = await copy.client("operator").GET("/users/me");
    expect(data?.id).toBe(world.users.operator.id);
    const wrong = sandbox.import(new Blob(["hello"]), { topics: [] });
    await expect(wrong).rejects.toThrow("/_sandbox/worlds/import");
    await expect(wrong).rejects.toBeInstanceOf(SandboxError);
  });

  it("drops a world that has ended by itself without complaint", async () => {
    const world = await newWorld({ topics: [] });
    await world.drop();
    await world.drop();
  });

  it("gives notifications with what proves them, once each", async () => {
    const world = await newWorld();
    const first = (await ask(world)).data;
    const told = await world.notifications.next("questions", { timeoutMs: 50_000 });
    expect(told).toMatchObject({ resource: `/questions/${first?.id}`, topic: "questions" });
    const { headers, body } = told.request;
    const { webhook_secret } = world.applications.default;
    expect(verifyNotification(webhook_secret, headers, body)._id).toBe(told._id);
    const second = (await ask(world, "¿Y en azul?")).data;
    const next = await world.notifications.next("questions", { timeoutMs: 50_000 });
    expect(next.resource).toBe(`/questions/${second?.id}`);
    await expect(world.notifications.next("shipments", { timeoutMs: 1 })).rejects.toThrow(
      "sent were questions",
    );
  });

  it("puts fault rules, and lists what was asked", async () => {
    const world = await newWorld({ topics: [] });
    const match = { path: "/users/me", first: 1 };
    const rules = await world.faults([{ match, effect: { status: 429, retry_after: 0 } }]);
    expect(rules).toMatchObject([{ id: "rule-1", target: "api", match, fired: 0, ttl_seconds: 300 }]);
    const { data } = await world.client("seller_mla", { retry: { baseMs: 1 } }).GET("/users/me");
    expect(data?.id).toBe(world.users.seller_mla.id);
    const requests = await world.requests({ path: "/users/me" });
    expect(requests.map(({ status, fault }) => [status, fault])).toEqual([
      [200, null],
      [429, "rule-1"],
    ]);
    expect(await world.requests({ path: "/users/me", status: "4xx" })).toHaveLength(1);
    expect(await world.faults([])).toEqual([]);
  });

  it("resets, forks and stores worlds, which go on telling of what happens", async () => {
    const world = await newWorld();
    const id = (await ask(world, "¿Antes de la copia?")).data?.id;
    const fork = await world.fork({ ttlSeconds: 600 });
    onTestFinished(() => fork.drop());
    const name = `kit-${world.id}`;
    await world.snapshot(name);
    await world.reset();
    expect(await textOf(world, id)).not.toBe("¿Antes de la copia?");
    const stored = await newWorld({ from: `snapshot:${name}`, topics: [] });
    for (const copy of [fork, stored]) expect(await textOf(copy, id)).toBe("¿Antes de la copia?");
    for (const told of [world, fork]) {
      const asked = (await ask(told, "¿Después?")).data;
      const resources = [await told.notifications.next("questions", { timeoutMs: 50_000 })];
      if (told === fork && resources[0]?.resource !== `/questions/${asked?.id}`)
        resources.push(await told.notifications.next("questions", { timeoutMs: 50_000 }));
      expect(resources.at(-1)?.resource).toBe(`/questions/${asked?.id}`);
    }
  });

  it("makes worlds without a demo", async () => {
    const world = await newWorld({ from: "empty" });
    expect(Object.keys(world.users)).toEqual(["operator"]);
    expect((await world.client("operator").GET("/users/me")).data?.id).toBe(world.users.operator.id);
    expect(() => world.client("seller_mla")).toThrow("has no user seller_mla; it has operator");
  });

  it("raises what the lab says, with its causes", async () => {
    await using sandbox = await attached();
    const refused: unknown = await sandbox.world({ ttlSeconds: 0 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SandboxError);
    expect(refused).toMatchObject({
      status: 400,
      error: "bad_request",
      message: expect.stringMatching(/^POST \/_sandbox\/worlds was answered 400: .*ttl_seconds/s),
    });
    await expect(sandbox.world({ from: "snapshot:there-is-none" })).rejects.toMatchObject({ status: 404 });
    const strange = await createSandbox({ url: baseUrl, adminToken: "another" });
    await expect(strange.world()).rejects.toMatchObject({ status: 401 });
    const nowhere = await createSandbox({ url: "http://127.0.0.1:9", adminToken: admin });
    await expect(nowhere.world()).rejects.toThrow("No product answers at http://127.0.0.1:9");
  });
});
