import { beforeAll, describe, expect, it, vi } from "vitest";
import { baseUrl, get, post, put, send } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { users } from "../api/world.ts";
import { documents, formOf } from "../invoices/packs.ts";
import { type Archive, closed, exported, opened, withRows } from "./archive.ts";
import { admin, ask, madeBy, newWorld, type WorldDocument, worldsLiving } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const importing = (body: Uint8Array<ArrayBuffer>, query = "") =>
  send("POST", `/_sandbox/worlds/import${query}`, {
    token: admin,
    body,
    headers: { "Content-Type": "application/gzip" },
  });

const exportOf = async (id: string) => Buffer.from(await exported(baseUrl, id, admin));

const asked = async ({ users: { buyer_mla: as }, fixtures }: WorldDocument, text: string) => {
  const answer = await post("/questions", { as, body: { item_id: fixtures.item_active, text } });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json<{ id: number }>().id;
};

const textOf = async (id: number, { users: { seller_mla: as } }: WorldDocument) =>
  (await get(`/questions/${id}`, { as })).text;

const clockOf = async ({ world: { id } }: WorldDocument) =>
  (await ask("GET", `/clock?world=${id}`)).json<{ offset_ms: number }>().offset_ms;

describe("a world that was exported", () => {
  it("is made again: rows, files, clock, and numbers that go on", async () => {
    const source = await newWorld({ from: "demo" });
    const question = await asked(source, "¿Viaja\ten\nun archivo?\\N");
    const pack = documents(source.fixtures.pack_empty);
    const form = formOf({ name: "carried.pdf", bytes: "%PDF-1.4\ncarried\n" });
    const stored = await post(pack, { as: source.users.seller_mla, body: form });
    expect({ status: stored.status, text: stored.text }).toMatchObject({ status: 200 });
    const title = { title: "Wexolino que viaja" };
    await put(`/items/${source.fixtures.item_active_2}`, { as: source.users.seller_mla, body: title });
    expect((await ask("POST", `/clock?world=${source.world.id}`, { advance: "P2D" })).status).toBe(200);
    const archive = await exportOf(source.world.id);
    expect((await ask("DELETE", `/worlds/${source.world.id}`)).status).toBe(204);

    const copy = madeBy(await importing(archive, "?ttl_seconds=600"));
    expect(copy.world).toMatchObject({ from: "import", id: expect.not.stringMatching(source.world.id) });
    expect(Object.keys(copy.users)).toEqual(Object.keys(source.users));
    expect(copy.fixtures).toEqual(source.fixtures);
    const text = JSON.parse(await textOf(question, copy)) as { text: string };
    expect(text.text).toBe("¿Viaja\ten\nun archivo?\\N");
    expect(Math.round((await clockOf(copy)) / 86_400_000)).toBe(2);
    const [listed] = (await get(pack, { as: copy.users.seller_mla })).json<{
      fiscal_documents: { id: string }[];
    }>().fiscal_documents;
    const file = await get(`${pack}/${listed?.id}`, { as: copy.users.seller_mla });
    expect(file.text).toBe("%PDF-1.4\ncarried\n");
    const search = () =>
      get(`/sites/MLA/search?q=wexolino&seller_id=${copy.users.seller_mla.id}`, {
        as: copy.users.buyer_mla,
      });
    await expect.poll(async () => (await search()).text).toContain("Wexolino que viaja");
    expect(await asked(copy, "¿Y después?")).toBeGreaterThan(question);
  });

  it("keeps its tokens: the copy has its own, and goes back to the archive at a reset", async () => {
    const source = await newWorld({ from: "empty" });
    const archive = await exportOf(source.world.id);
    const { manifest, entries } = await opened(archive);
    const rows = [...entries.values()].map(String).join("");
    expect(JSON.stringify(manifest) + rows).not.toContain(source.users.operator.access_token);
    const tables = manifest.databases.gateway?.tables.map(({ name }) => name);
    for (const table of ["tokens", "token_families", "sessions", "grants", "idempotency_keys"])
      expect(tables).not.toContain(table);
    const copy = madeBy(await importing(archive));
    const as = copy.users.operator;
    expect(as.access_token).not.toBe(source.users.operator.access_token);
    expect((await get("/users/me", { as })).json()).toMatchObject({ id: source.users.operator.id });
    const { client_id, client_secret } = copy.applications.default;
    const grant = { grant_type: "client_credentials", client_id, client_secret };
    const later = (await post("/oauth/token", { body: grant })).json<{ access_token: string }>();
    expect((await ask("POST", `/worlds/${copy.world.id}/reset`)).status).toBe(200);
    expect((await get("/users/me", { as })).status).toBe(200);
    expectProblem(await get("/users/me", { token: later.access_token }), 401, "invalid_token");
  });

  it("may be default, which goes on meanwhile", async () => {
    const going = Array.from({ length: 10 }, () => get("/users/me", { as: users.seller_mla }));
    const archive = await exportOf("default");
    for (const { status } of await Promise.all(going)) expect(status).toBe(200);
    const copy = madeBy(await importing(archive));
    const me = (await get("/users/me", { as: copy.users.seller_mla })).json<{ id: number }>();
    expect(me.id).toBe(users.seller_mla.id);
  });

  it("must be there", async () => {
    expectProblem(await ask("GET", "/worlds/w1/export"), 404, "not_found", "World not found: w1");
  });
});

/** The time to live that only the archives below ask for, in seconds. */
const marked = 4_243;

describe("what is no archive becomes no world", () => {
  let archive: Archive;
  beforeAll(async () => {
    const world = await ask("POST", "/worlds", { from: "empty" });
    const { id } = world.json<WorldDocument>().world;
    archive = await opened(await exportOf(id));
    await ask("DELETE", `/worlds/${id}`);
  });
  const changed = (change: (manifest: Archive["manifest"]) => void) => {
    const manifest = structuredClone(archive.manifest);
    change(manifest);
    return { manifest, entries: archive.entries };
  };
  const tables = (manifest: Archive["manifest"]) => manifest.databases.catalog?.tables ?? [];
  const contentOf = (name: string) => String(archive.entries.get(`databases/${name}.copy`));

  it.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, string]>([
    ["a text", async () => Buffer.from("hello"), "not_gzip"],
    ["nothing", async () => Buffer.alloc(0), "cut_off"],
    ["half of one", async () => half(await closed(archive)), "cut_off"],
    [
      "a link",
      () => closed(archive, [{ name: "x", type: "symlink", linkname: "/etc" }, ""]),
      "unknown_entry",
    ],
    ["a way out", () => closed(archive, [{ name: "../x" }, "x"]), "unknown_entry"],
    ["a file too many", () => closed(archive, [{ name: "files/mail/x.eml" }, "x"]), "unknown_entry"],
    [
      "a later version",
      () =>
        closed(
          changed((manifest) => {
            manifest.version = 2;
          }),
        ),
      "other_version",
    ],
    [
      "another release's migrations",
      () => closed(changed((manifest) => void manifest.databases.orders?.migrations.pop())),
      "other_release",
    ],
    [
      "a table that is not ours",
      () =>
        closed(
          changed((manifest) => {
            const [first] = tables(manifest);
            if (first) tables(manifest).push({ ...first, name: "pg_authid" });
          }),
        ),
      "wrong_shape",
    ],
    [
      "a column that is not ours",
      () => closed(changed((manifest) => void tables(manifest)[0]?.columns.push("secret"))),
      "wrong_shape",
    ],
    [
      "a wrong checksum",
      () =>
        closed({
          ...archive,
          entries: new Map(archive.entries).set("databases/catalog/trees.copy", flipped("catalog/trees")),
        }),
      "wrong_checksum",
    ],
    [
      "a wrong count of rows",
      () =>
        closed(
          changed((manifest) => {
            for (const table of tables(manifest)) table.rows += 1;
          }),
        ),
      "wrong_rows",
    ],
    [
      "a row that breaks a type",
      () => closed(withRows(archive, ["flex", "subscriptions"], "not a number\n")),
      "wrong_rows",
    ],
    ["a row that refers to nothing", () => closed(withRows(archive, ["gateway", "users"], "")), "wrong_rows"],
    [
      "a user that does not exist",
      () =>
        closed(
          changed((manifest) => {
            manifest.contents.users.ghost = { id: 1 };
          }),
        ),
      "wrong_contents",
    ],
    [
      "a bomb",
      () =>
        closed(
          changed((manifest) => {
            for (const table of tables(manifest)) table.bytes = 2 ** 40;
          }),
        ),
      "too_large",
    ],
  ])("%s", async (_what, bytes, code) => {
    const refused = await importing(await bytes(), `?ttl_seconds=${marked}`);
    const causes = expectProblem(refused, 400, "bad_request");
    expect(causes).toMatchObject([{ code, references: [expect.stringMatching(/^body/)] }]);
    expect(await worldsLiving(marked)).toEqual([]);
  });

  const flipped = (name: string) => {
    const content = Buffer.from(contentOf(name));
    content[0] = (content[0] ?? 0) ^ 1;
    return content;
  };

  it("with a token of a user, or a time to live over the limit", async () => {
    const body = await closed(archive);
    expectProblem(
      await send("POST", `/_sandbox/worlds/import?ttl_seconds=${marked}`, { as: users.operator, body }),
      401,
      "invalid_token",
    );
    expectProblem(await importing(body, "?ttl_seconds=86401"), 400, "bad_request");
    expect([...(await worldsLiving(marked)), ...(await worldsLiving(86_401))]).toEqual([]);
    // What shows nothing where something is would prove nothing.
    const made = madeBy(await importing(body, `?ttl_seconds=${marked}`));
    expect(await worldsLiving(marked)).toEqual([made.world.id]);
  });
});

const half = (bytes: Buffer<ArrayBuffer>) => bytes.subarray(0, bytes.length / 2);
