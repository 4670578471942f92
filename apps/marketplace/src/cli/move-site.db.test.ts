import { services } from "@marketplace/database";
import { type MovableDatabases, query, startMovableDatabases } from "@marketplace/database/testing";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { passwordVariable } from "../boot/deployed-server.ts";
import { runProgram } from "../run-program.fixture.ts";

let databases: MovableDatabases;
let to: string;
let ofChile: string;
let flexOfChile: string;

async function start(): Promise<void> {
  databases = await startMovableDatabases("questions");
  to = await databases.newUrl();
  ofChile = await databases.newUrl();
  flexOfChile = await databases.newUrl();
}

beforeAll(start);
afterAll(() => databases.stop());

/** What a first try has moved is not where a second one looks for it. */
const startAgainWhenFailed = (prepare: () => Promise<unknown> = async () => undefined) =>
  onTestFailed(async () => {
    await databases.stop();
    await start();
    await prepare();
  }, 400_000);

/** Runs a program of a deployment whose questions of MLA have a database. */
const run = (program: string, ...words: string[]) => runWith({}, program, ...words);

const runWith = (variables: Record<string, string>, program: string, ...words: string[]) => {
  const passwords = services.map((service) => [passwordVariable(service), "a-password-of-tests"] as const);
  return runProgram(process.execPath, [`apps/marketplace/src/${program}`, ...words], {
    ...Object.fromEntries(passwords),
    DATABASE_ADMIN_URL: databases.adminUrl,
    QUESTIONS_DATABASE_URL_MLA: `${databases.siteUrl},${to}`,
    QUESTIONS_DATABASE_URL_MLC: ofChile,
    FLEX_DATABASE_URL_MLC: flexOfChile,
    ...variables,
  });
};

const addressAt = (url: string) => url.replace(/^.*@/, "");

it("the migrations prepare a site's database, and move-site moves it", { timeout: 400_000 }, async () => {
  startAgainWhenFailed();
  const [first, second] = [await run("migrate.ts"), await run("migrate.ts")];
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(first.stdout).toMatch(/^marketplace_questions of MLA: 2026.*_site_placements/m);
  expect(second.stdout).toMatch(/^marketplace_questions of MLA: up to date$/m);
  expect(first.stdout).toMatch(/^marketplace_flex of MLC: 2026.*_site_placements/m);
  await query(databases.siteUrl, "INSERT INTO closed_items VALUES ('MLA1'), ('MLA2')");

  const moved = await run("cli.ts", "move-site", "MLA", "--to", to);
  expect(moved.code, moved.stderr).toBe(0);
  expect(JSON.parse(moved.stdout)).toMatchObject({ site: "MLA", database: addressAt(to), tables: 7 });
  expect(await query(to, "SELECT item_id FROM closed_items ORDER BY 1")).toEqual([
    { item_id: "MLA1" },
    { item_id: "MLA2" },
  ]);
  // The next migrations are those of the new database.
  expect((await run("migrate.ts")).stdout).toMatch(/^marketplace_questions of MLA: up to date$/m);

  const again = await run("cli.ts", "move-site", "MLA", "--to", to);
  expect([again.code, again.stderr]).toEqual([0, "MLA: was moved before\n"]);
  expect(JSON.parse(again.stdout)).toEqual({ site: "MLA", database: addressAt(to) });
  // What is no site is refused before anything is asked.
  for (const site of ["MLX", "mla"]) {
    const refused = await run("cli.ts", "move-site", site, "--to", to, "--service", "catalog");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`There is no site ${site}`)]);
  }
  const nowhere = await run("cli.ts", "move-site", "MLA", "--to", "https://db.example/questions");
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("is no address of a database")]);
  const wrong = await runWith(
    { QUESTIONS_DATABASE_URL_MLA: "nonsense" },
    "cli.ts",
    "move-site",
    "MLA",
    "--to",
    to,
  );
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    "Invalid configuration: QUESTIONS_DATABASE_URL_MLA: must be addresses of Postgres\n",
  ]);
  // The old server is gone, as it may be after a move.
  const gone = databases.siteUrl.replace(/:\d+\//, ":1/");
  const later = await run("cli.ts", "move-site", "MLA", "--to", to, "--from", gone);
  expect(later.code, later.stderr).toBe(0);
  expect(later.stderr).toMatch(/^MLA: no connection to .*:1\/.*\nMLA: was moved before\n$/);
  const elsewhere = await run("cli.ts", "move-site", "MLA", "--to", gone, "--from", to);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    1,
    expect.stringMatching(/^no connection to .*:1\/.*: connect ECONNREFUSED.*\n$/),
  ]);
  const stranger = await runWith(
    { QUESTIONS_DATABASE_PASSWORD: "wrong" },
    "cli.ts",
    "move-site",
    "MLA",
    "--to",
    to,
  );
  expect([stranger.code, stranger.stderr]).toEqual([
    1,
    expect.stringMatching(/^no connection to .*: password authentication failed.*\n$/),
  ]);
  const unknown = await run("cli.ts", "move-site", "MLB", "--to", to);
  expect(unknown.stderr).toContain("QUESTIONS_DATABASE_URL_MLB is required");
  const ofFlex = await run("cli.ts", "move-site", "MLB", "--to", to, "--service", "flex");
  expect(ofFlex.stderr).toContain("FLEX_DATABASE_URL_MLB is required");
  const ofOrders = await run("cli.ts", "move-site", "MLB", "--to", to, "--service", "orders");
  expect(ofOrders.stderr).toContain("ORDERS_DATABASE_URL_MLB is required");
  const ofInvoices = await run("cli.ts", "move-site", "MLB", "--to", to, "--service", "invoices");
  expect(ofInvoices.stderr).toContain("INVOICES_DATABASE_URL_MLB is required");
});

it("a site that has rows at home stays there until move-site", { timeout: 400_000 }, async () => {
  startAgainWhenFailed(() => run("migrate.ts"));
  const home = new URL(databases.adminUrl);
  home.pathname = "/marketplace_questions";
  // As if MLC had got its database later than its first question.
  await query(home.href, "DELETE FROM site_placements WHERE site_id = 'MLC'");
  await query(home.href, "ALTER TABLE questions DROP CONSTRAINT questions_not_of_mlc");
  await query(
    home.href,
    `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
       period, created_at, updated_at) VALUES ('MLC1', 'MLC', 1, 2, 3, 'UNANSWERED', '?', false, true, 0, now(), now())`,
  );
  const flexHome = new URL(databases.adminUrl);
  flexHome.pathname = "/marketplace_flex";
  await query(flexHome.href, "DELETE FROM site_placements WHERE site_id = 'MLC'");
  await query(flexHome.href, "ALTER TABLE shipments DROP CONSTRAINT shipments_not_of_mlc");
  await query(
    flexHome.href,
    `INSERT INTO shipments (site_id, seller_id, buyer_id, self_service, status, created_at, updated_at)
     VALUES ('MLC', 1, 2, false, 'pending', now(), now())`,
  );
  const again = await run("migrate.ts");
  expect(again.stdout).toMatch(
    /^marketplace_flex of MLC: up to date; its shipments and subscriptions are at home until marketplace move-site$/m,
  );
  expect(again.stdout).toMatch(
    /^marketplace_questions of MLC: up to date; its questions are at home until marketplace move-site$/m,
  );
  const split = await run("cli.ts", "move-site", "MLC", "--to", ofChile);
  expect(split.code, split.stderr).toBe(0);
  expect(JSON.parse(split.stdout)).toMatchObject({
    site: "MLC",
    database: addressAt(ofChile),
    rows: 1,
  });
  expect(await query(ofChile, "SELECT item_id FROM questions")).toEqual([{ item_id: "MLC1" }]);
  const flex = await run("cli.ts", "move-site", "MLC", "--to", flexOfChile, "--service", "flex");
  expect(flex.code, flex.stderr).toBe(0);
  expect(JSON.parse(flex.stdout)).toMatchObject({ database: addressAt(flexOfChile), rows: 1 });
  expect(await query(flexOfChile, "SELECT site_id FROM shipments")).toEqual([{ site_id: "MLC" }]);
});

it("the catalog of a site leaves home when no catalog-service runs", { timeout: 400_000 }, async () => {
  startAgainWhenFailed(() => run("migrate.ts"));
  const home = new URL(databases.adminUrl);
  home.pathname = "/marketplace_catalog";
  const ofBrazil = await databases.newUrl();
  await query(
    home.href,
    `INSERT INTO pictures (id, seller_id, source, created_at)
     VALUES ('123456-MLB10000000001_112026', 1, 'http://img.example/1', now())`,
  );
  await query(home.href, "ALTER ROLE marketplace_catalog REPLICATION");
  const taken = await run("cli.ts", "move-site", "MLB", "--service", "catalog", "--to", ofBrazil);
  expect(taken.code, taken.stderr).toBe(0);
  expect(taken.stderr).toContain("MLB: copied in");
  expect(JSON.parse(taken.stdout)).toMatchObject({ site: "MLB", database: addressAt(ofBrazil), rows: 1 });
  expect(await query(home.href, "SELECT FROM pictures")).toEqual([]);
  const again = await run("cli.ts", "move-site", "MLB", "--service", "catalog", "--to", ofBrazil);
  expect([again.code, again.stderr]).toEqual([0, "MLB: was moved before\n"]);
});
