import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test, vi } from "vitest";
import { get, post, send, sendTo } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, type Person, users } from "../api/world.ts";
import { admin, ask, madeBy, type WorldDocument } from "../sandbox/lab.ts";
import { newFolder, run, startRecorder } from "./commands.ts";

vi.setConfig({ testTimeout: 300_000 });

type RecordedWorld = Omit<WorldDocument, "users"> & {
  users: Record<string, Person>;
  left_out: { resource: string; reason: string }[];
};
interface Line {
  method: string;
  target: string;
  answer: { body: { json?: unknown } };
}

const seller = users.seller_mla;
const { item_active: item, category_leaf: category, order_paid: order } = fixtures;
const subscriptions = `/shipping/flex/sites/MLA/users/${seller.id}/subscriptions/v1`;
const hours = "{ from to calculated_cutoff capacity }";
const selection = `{ configuration(user_id: ${seller.id}, service_id: ${fixtures.flex_service}) {
  delivery_window delivery_ranges { week ${hours} saturday ${hours} sunday ${hours} }
  zones { id selected calculated_cutoff { week saturday sunday } } } }`;
const configuration = {
  path: "/shipping/flex/sites/MLA/configuration/v3",
  body: { query: selection.replaceAll("\n", " ") },
};

const reads = [
  "/users/me",
  `/items/${item}`,
  `/items/${item}/description`,
  `/categories/${category}`,
  `/categories/${category}/attributes`,
  `/questions/${fixtures.question_answered}?api_version=4`,
  `/questions/${fixtures.question_vehicle}?api_version=4`,
  `/orders/${order}`,
  subscriptions,
];

/** Records reads of the product under test as a seller; the file. */
async function recorded(): Promise<string> {
  const recorder = await startRecorder();
  for (const path of [...reads, `/shipments/${fixtures.shipment_delivered}`])
    expect((await sendTo(recorder.url, "GET", { path, as: seller })).status).toBe(200);
  expect((await sendTo(recorder.url, "POST", { ...configuration, as: seller })).status).toBe(200);
  await recorder.stop();
  return recorder.file;
}

const importing = (body: string | Uint8Array<ArrayBuffer>, token = admin) =>
  send("POST", "/_sandbox/worlds/recordings?ttl_seconds=600", {
    token,
    body,
    headers: { "Content-Type": "application/x-ndjson" },
  });

/** Without what is counted from all that a marketplace has, or is of its own configuration. */
function comparable(value: unknown): unknown {
  const counted =
    /^(?:transactions|total_items_in_this_category|app_id|answered_questions|thumbnail|secure_thumbnail)$/;
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (counted.test(name) ? [] : [[name, comparable(field)]])),
  );
}

test("a world from a recording answers what was recorded, under the same ids", async () => {
  const file = await recorded();
  const answer = await importing(await readFile(file));
  const world = madeBy(answer) as unknown as RecordedWorld;
  expect(world.world.from).toBe("recording");
  expect(world.left_out).toEqual([
    { resource: "/shipments/{id}", reason: expect.stringContaining("does not have this kind") },
  ]);
  const me = world.users[`user_${seller.id}`];
  const lines = (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line): Line => JSON.parse(line));
  for (const path of reads) {
    const seen = lines.find(({ target }) => target === path);
    const read = await get(path, { as: me });
    expect({ path, status: read.status, body: comparable(read.json()) }).toEqual({
      path,
      status: 200,
      body: comparable(seen?.answer.body.json),
    });
  }
  const flex = await post(configuration.path, { as: me, body: configuration.body });
  expect(flex.json()).toEqual(lines.find(({ method }) => method === "POST")?.answer.body.json);

  // Life goes on in it: the asker of the recording asks again, and gets an id beyond the recorded ones.
  const question = lines.find(({ target }) => target.startsWith("/questions/"))?.answer.body.json;
  const asker = String(Object(question).buyer_id);
  const asked = await post("/questions", {
    as: world.users[`user_${asker}`],
    body: { item_id: item, text: "¿Y en azul?" },
  });
  expect(asked.status).toBe(201);
  expect(asked.json<{ id: number }>().id).toBeGreaterThan(Number(fixtures.question_answered));
  // The operator of the world is somebody else than the seller of the recording.
  const operator = (await get("/users/me", { as: world.users.operator })).json<{ id: number }>();
  expect(operator.id).toBe(world.users.operator?.id);
  expect(operator.id).not.toBe(me?.id);
  const reset = await ask("POST", `/worlds/${world.world.id}/reset`);
  expect(reset.status).toBe(200);
  expect((await get(`/items/${item}`, { as: me })).status).toBe(200);
});

test("the command makes it, stores it under a name, and lists what it lacks", async () => {
  const file = await recorded();
  const folder = await newFolder();
  await writeFile(join(folder, "sandbox.json"), JSON.stringify(inject("sandbox")));
  const name = `recorded-${Date.now()}`;
  vi.stubEnv("DATA_DIR", folder);
  const { code, stdout, stderr } = await run([
    "world",
    "from-recording",
    file,
    "--ttl",
    "600",
    "--snapshot",
    name,
  ]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^left out: \/shipments\/\{id\}: /),
  });
  const { world } = JSON.parse(stdout) as WorldDocument;
  const made = await ask("POST", "/worlds", { from: `snapshot:${name}`, ttl_seconds: 600 });
  const copy = madeBy(made) as unknown as RecordedWorld;
  const me = copy.users[`user_${seller.id}`];
  expect((await get(`/orders/${order}`, { as: me })).json()).toMatchObject({ id: Number(order) });
  await ask("DELETE", `/worlds/${copy.world.id}`);
  await ask("DELETE", `/worlds/${world.id}`);
  expect((await ask("DELETE", `/snapshots/${name}`)).status).toBe(204);
  const refused = await run(["world", "from-recording", join(folder, "sandbox.json")]);
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("no recording") });
});

test("what cannot be stored is left out with the reason, and what is no recording is refused", async () => {
  const exchange = (target: string, json: unknown) =>
    JSON.stringify({
      version: 1,
      at: "2026-01-01T00:00:00.000Z",
      method: "GET",
      target,
      request: { headers: {}, body: null },
      status: 200,
      answer: { headers: {}, body: { json } },
      duration_ms: 1,
    });
  const partial = {
    id: "MLA77",
    seller_id: 5,
    category_id: "MLA3",
    title: "Taza",
    price: 10,
    currency_id: "ARS",
  };
  const body = [
    exchange("/items/MLA77", { ...partial, status: "active" }),
    exchange("/items/MLA78", { ...partial, id: "MLA78" }),
    exchange("/items/XXX1", { ...partial, id: "XXX1", status: "active" }),
    exchange("/questions/3", { id: 3, item_id: "MLA77", seller_id: 5, status: "NEW", text: "?" }),
    exchange("/users/6", { id: 6, nickname: "SEIS", site_id: "XXX" }),
  ].join("\n");
  const world = madeBy(await importing(body)) as unknown as RecordedWorld;
  expect(world.left_out.map(({ resource }) => resource).sort()).toEqual([
    "/categories/MLA3",
    "/items/MLA78",
    "/items/XXX1",
    "/questions/3",
    "/users/6",
  ]);
  const owner = world.users.user_5;
  expect((await get("/items/MLA77", { as: owner })).json()).toMatchObject({ id: "MLA77", title: "Taza" });
  for (const wrong of ["", "{}", "no json", `${exchange("/items/MLA77", {})}\n{"version":2}`])
    expectProblem(await importing(wrong), 400, "bad_request");
  expectProblem(await importing(body, users.operator.access_token), 401, "invalid_token");
});
