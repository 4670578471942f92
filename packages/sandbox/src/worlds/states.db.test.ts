import { mkdtempSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseName, type Service, services } from "@marketplace/database";
import {
  createOwnedDatabases,
  databasesNamed,
  dropDatabases,
  type EmbeddedPostgres,
  embeddedPasswords,
  ensureOwnedDatabases,
  ownerUrl,
  renameDatabases,
  startEmbeddedPostgres,
} from "@marketplace/database/embedded";
import { query } from "@marketplace/database/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createStates, PromotionUnfinished, type States, type StatesOptions } from "./states.ts";

const root = mkdtempSync(join(tmpdir(), "states-"));
let server: EmbeddedPostgres;
let dataDir: string;
let tests = 0;
/** As after a start: nothing is known but what is stored. */
const opened = (options: Partial<StatesOptions> = {}): States =>
  createStates({ adminUrl: server.url("postgres"), dataDir, triedAgainAfterMs: [1], ...options });

beforeAll(async () => {
  const postgres = join(root, "postgres");
  server = await startEmbeddedPostgres({ dataDir: postgres, sync: false, settings: { fsync: "off" } });
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

function urlOf(key: string, service: Service): string {
  const admin = server.url("postgres");
  const url = new URL(ownerUrl(admin, databaseName(service), embeddedPasswords(admin)));
  url.pathname = `/${opened().databaseOf(key, service)}`;
  return url.href;
}

const folders = ["objects", "mail"];
const fileOf = (key: string, folder: string) => join(opened().folderOf(key), folder, "of");

beforeEach(async () => {
  dataDir = join(root, `data${++tests}`);
  const admin = server.url("postgres");
  await dropDatabases(admin, [...(await databasesNamed(admin, "sandbox_")), ...services.map(databaseName)]);
  await ensureOwnedDatabases(admin, services.map(databaseName), embeddedPasswords(admin));
  const next = services.map((service) => ({
    name: opened().databaseOf("next", service),
    owner: databaseName(service),
  }));
  await createOwnedDatabases(admin, next);
  for (const key of ["default", "next"]) {
    const marked = `CREATE TABLE marks (of TEXT); INSERT INTO marks VALUES ('${key}')`;
    await Promise.all(services.map((service) => query(urlOf(key, service), marked)));
    for (const folder of folders) {
      await mkdir(join(opened().folderOf(key), folder), { recursive: true });
      await writeFile(fileOf(key, folder), key);
    }
  }
});

/** Which state each of the databases and folders of a key holds. */
async function holds(key: string): Promise<string[]> {
  const rows = await Promise.all(
    services.map((service) => query<{ of: string }>(urlOf(key, service), "SELECT of FROM marks")),
  );
  const files = await Promise.all(folders.map((folder) => readFile(fileOf(key, folder), "utf8")));
  return [...new Set([...rows.flat().map(({ of }) => of), ...files])];
}

const journal = () => join(dataDir, "sandbox", "promotion.json");
const isUnfinished = async () => (await readdir(join(dataDir, "sandbox"))).includes("promotion.json");

const moves = [
  ["default", "former"],
  ["next", "default"],
] as const;
/** What a promotion does once it is written down, one step after the other. */
const steps = () => [
  ...services.flatMap((service) =>
    moves.map(([from, to]) => {
      const { databaseOf } = opened();
      const name = { from: databaseOf(from, service), to: databaseOf(to, service) };
      return () => renameDatabases(server.url("postgres"), [name]);
    }),
  ),
  ...folders.flatMap((folder) =>
    moves.map(([from, to]) => {
      const [source, target] = [from, to].map((key) => join(opened().folderOf(key), folder));
      return () => rename(source ?? "", target ?? "");
    }),
  ),
];

test("a state becomes that of the product, whose own is kept under another key", async () => {
  await opened().promote("next", "former");
  expect(await holds("default")).toEqual(["next"]);
  expect(await holds("former")).toEqual(["default"]);
  expect(await isUnfinished()).toBe(false);
  await opened().finishPromotion();
  expect(await holds("default")).toEqual(["next"]);
});

test.each([1, 6, 13, 16])(
  "one that was killed after %i of 16 steps is ended at the next start",
  async (done) => {
    await mkdir(opened().folderOf("former"), { recursive: true });
    await writeFile(journal(), JSON.stringify({ key: "next", former: "former" }));
    await writeFile(join(dataDir, "clock.json"), "{}");
    for (const step of steps().slice(0, done)) await step();
    await opened().finishPromotion();
    expect(await holds("default")).toEqual(["next"]);
    expect(await holds("former")).toEqual(["default"]);
    expect(await isUnfinished()).toBe(false);
    // Real time again.
    expect(await readdir(dataDir)).not.toContain("clock.json");
  },
);

test("one that fails before it is written down changes nothing", async () => {
  const states = opened();
  await rm(join(states.folderOf("next"), "mail"), { recursive: true });
  await writeFile(join(states.folderOf("next"), "mail"), "no folder");
  await expect(states.promote("next", "former")).rejects.toThrow();
  expect(await holds("default")).toEqual(["default"]);
  expect(await isUnfinished()).toBe(false);
});

const aside = "sandbox_aside_database";
const renamed = (from: string, to: string) => renameDatabases(server.url("postgres"), [{ from, to }]);

test("one whose first database cannot move is given up, and no start carries it out later", async () => {
  const first = databaseName(services[0]);
  await renamed(first, aside);
  await expect(opened().promote("next", "former")).rejects.not.toBeInstanceOf(PromotionUnfinished);
  expect(await isUnfinished()).toBe(false);
  await renamed(aside, first);
  expect(await opened().finishPromotion()).toBe(false);
  expect(await holds("default")).toEqual(["default"]);
  expect(await holds("next")).toEqual(["next"]);
});

test("one that stops half way says so, and is ended at the next start", async () => {
  await renamed(databaseName("gateway"), aside);
  await expect(opened().promote("next", "former")).rejects.toBeInstanceOf(PromotionUnfinished);
  expect(await isUnfinished()).toBe(true);
  await renamed(aside, databaseName("gateway"));
  expect(await opened().finishPromotion()).toBe(true);
  expect(await holds("default")).toEqual(["next"]);
  expect(await holds("former")).toEqual(["default"]);
});

test("one that cannot go on for a moment is tried again", async () => {
  await renamed(databaseName("gateway"), aside);
  const promoted = opened({ triedAgainAfterMs: new Array(500).fill(20) }).promote("next", "former");
  await expect.poll(() => databasesNamed(server.url("postgres"), "sandbox_former_")).toHaveLength(5);
  await renamed(aside, databaseName("gateway"));
  await promoted;
  expect(await holds("default")).toEqual(["next"]);
  expect(await isUnfinished()).toBe(false);
});
