import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { services } from "./compose.fixture.ts";
import { read, root } from "./repository.fixture.ts";

const script = join(root, "deploy/kubernetes/backup/dump.sh");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dumps-"));
  for (const name of ["bin", "backups"]) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Programs in place of Postgres's own, which write down how they are called. */
function programs(pgDump: string, { pgRestore = "exit 0", psql = "exit 0" } = {}) {
  for (const [name, text] of Object.entries({ pg_dump: pgDump, pg_restore: pgRestore, psql })) {
    const path = join(folder, "bin", name);
    writeFileSync(path, `#!/bin/sh\necho "${name} $*" >>"${folder}/calls"\n${text}\n`);
    chmodSync(path, 0o755);
  }
}

const writing =
  'for word in "$@"; do case $word in --file=*) echo dump >"$(echo "$word" | cut -c 8-)" ;; esac; done';
const env = (keep: string) => ({
  PATH: `${join(folder, "bin")}:${process.env.PATH}`,
  FOLDER: join(folder, "backups"),
  KEEP: keep,
  DATABASE_ADMIN_URL: "postgresql://postgres:p%2Fw%40@db.example:5432/postgres?sslmode=require",
});
/** Homes of questions and of orders that know the database of a site; no other has the tables for it. */
const knowingMla =
  'case "$*" in *to_regclass*marketplace_questions*|*to_regclass*marketplace_orders*) echo site_splits ;; *site_placements*) echo MLA ;; esac';
const folders = () => readdirSync(join(folder, "backups")).sort();

describe("the backup of the databases", () => {
  it("dumps those first that refer to others, by the administrator's address, and checks each", () => {
    programs(writing);
    execFileSync("sh", [script], { env: env("2"), stdio: "ignore" });
    const calls = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
    const dumped = calls.filter((call) => call.startsWith("pg_dump"));
    expect(dumped.map((call) => call.split(" ").at(-1))).toEqual(
      ["invoices", "orders", "questions", "flex", "catalog", "gateway"].map(
        (name) => `postgresql://postgres:p%2Fw%40@db.example:5432/marketplace_${name}?sslmode=require`,
      ),
    );
    expect(calls.filter((call) => call.startsWith("pg_restore --list"))).toHaveLength(6);
    const [made = ""] = folders();
    expect(made).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z$/);
    expect(readdirSync(join(folder, "backups", made))).toHaveLength(6);
  });

  it.each([
    ["postgresql://postgres@db.example:5432", ""],
    ["postgresql://postgres@db.example:5432/", ""],
    ["postgresql://postgres@db.example?sslmode=require", "?sslmode=require"],
  ])("dumps the six databases by an administrator's address without one: %s", (address, rest) => {
    programs(writing);
    const given = { ...env("2"), DATABASE_ADMIN_URL: address };
    execFileSync("sh", [script], { env: given, stdio: "ignore" });
    const calls = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
    const dumped = calls.filter((call) => call.startsWith("pg_dump")).map((call) => call.split("/").at(-1));
    expect(dumped.slice(0, 2)).toEqual([`marketplace_invoices${rest}`, `marketplace_orders${rest}`]);
    expect(dumped).toHaveLength(6);
  });

  it("is refused where the administrator's address is none, before a dump", () => {
    programs(writing);
    const given = { ...env("2"), DATABASE_ADMIN_URL: "host=db.example user=postgres" };
    const { status, stderr } = spawnSync("sh", [script], { env: given, encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("DATABASE_ADMIN_URL must be an address")]);
    expect(existsSync(join(folder, "calls"))).toBe(false);
  });

  it("keeps the newest ones, and nothing that was interrupted", () => {
    programs(writing);
    const former = ["2026-01-01T000000Z", "2026-01-02T000000Z", "2026-01-03T000000Z.incomplete"];
    for (const name of former) mkdirSync(join(folder, "backups", name));
    execFileSync("sh", [script], { env: env("2"), stdio: "ignore" });
    expect(folders()).toEqual(["2026-01-02T000000Z", expect.stringMatching(/^20\d\d.*Z$/)]);
  });

  it.each([
    ["a database cannot be dumped", "exit 1", "exit 0"],
    ["a dump cannot be read", writing, "exit 1"],
  ])("fails, and removes no former one, when %s", (_, pgDump, pgRestore) => {
    programs(pgDump, { pgRestore });
    mkdirSync(join(folder, "backups", "2026-01-01T000000Z"));
    const { status } = spawnSync("sh", [script], { env: env("1"), stdio: "ignore" });
    expect(status).not.toBe(0);
    expect(folders()).toEqual(["2026-01-01T000000Z", expect.stringContaining(".incomplete")]);
  });
});

describe("the backup of databases that sites have", () => {
  const mla = "postgresql://owner@mla.example/questions_mla";
  const sites = {
    QUESTIONS_DATABASE_URL_MLA: mla,
    QUESTIONS_DATABASE_PASSWORD: "pa$word",
    ORDERS_DATABASE_URL_MLA: "postgresql://owner:own@mla.example/orders_mla",
  };
  const dump = (given: object) =>
    spawnSync("sh", [script], { env: { ...env("2"), ...given }, encoding: "utf8" });

  it("is made after their home's, by the address and the password that the migrations get", () => {
    programs(`${writing}\necho "password $PGPASSWORD" >>"${folder}/calls"`, { psql: knowingMla });
    expect(dump(sites).status).toBe(0);
    const calls = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
    const dumped = calls.filter((call) => call.startsWith("pg_dump")).map((call) => call.split("/").at(-1));
    const inOrder = ["invoices", "orders", "orders_mla", "questions", "questions_mla", "flex", "catalog"];
    expect(dumped).toEqual(
      [...inOrder, "gateway"].map((name) =>
        name.endsWith("_mla") ? name : `marketplace_${name}?sslmode=require`,
      ),
    );
    const after = calls.findIndex((call) => call.includes("pg_dump") && call.endsWith("questions_mla"));
    expect(calls[after + 1]).toBe("password pa$word");
    expect(calls.filter((call) => call === "password ")).toHaveLength(7);
    expect(calls.filter((call) => call.startsWith("pg_restore --list"))).toHaveLength(8);
    const [made = ""] = folders();
    expect(readdirSync(join(folder, "backups", made))).toContain("marketplace_questions_MLA.dump");
  });

  it.each([
    ["is not given", { QUESTIONS_DATABASE_URL_MLA: "" }, "QUESTIONS_DATABASE_URL_MLA does not say where"],
    ["is one of two", { QUESTIONS_DATABASE_URL_MLA: `${mla}, ${mla}_2` }, "has two addresses"],
  ])("fails, with all other dumps beside, where the address %s", (_, wrong, message) => {
    programs(writing, { psql: knowingMla });
    const { status, stderr } = dump({ ...sites, ...wrong });
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    const [made = "", ...others] = folders();
    expect([made, others]).toEqual([expect.stringMatching(/\.partial$/), []]);
    const dumps = readdirSync(join(folder, "backups", made));
    expect(dumps).toEqual(
      expect.arrayContaining(["marketplace_orders_MLA.dump", "marketplace_gateway.dump"]),
    );
    expect(dumps).not.toContain("marketplace_questions_MLA.dump");
  });

  it("fails where home cannot be asked", () => {
    programs(writing, { psql: "exit 2" });
    expect(dump(sites).status).not.toBe(0);
    expect(folders()).toEqual([expect.stringContaining(".incomplete")]);
  });
});

describe("the CronJob", () => {
  const documents = parseAllDocuments(read("deploy/kubernetes/backup/cronjob.yaml")).map((one) => one.toJS());
  const job = documents.find(({ kind }) => kind === "CronJob");
  const pod = job.spec.jobTemplate.spec.template;

  it("runs it every night, one at a time, with the server's own version of pg_dump", () => {
    expect(job.spec).toMatchObject({
      schedule: "17 2 * * *",
      timeZone: "Etc/UTC",
      concurrencyPolicy: "Forbid",
    });
    const [container] = pod.spec.containers;
    expect(container.image).toBe(services.postgres?.image);
    expect(container.command).toEqual(["sh", "/scripts/dump.sh"]);
    expect(read("deploy/kubernetes/backup/kustomization.yaml")).toContain("files: [dump.sh]");
    const given = container.env.map(({ name }: { name: string }) => name);
    const asked = new Set(
      [...read("deploy/kubernetes/backup/dump.sh").matchAll(/\$"?([A-Z_]{4,})/g)].map(([, name]) => name),
    );
    expect(given.sort()).toEqual([...asked].sort());
  });

  it("may do nothing that it does not need", () => {
    expect(pod.spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 999,
        fsGroup: 999,
        seccompProfile: { type: "RuntimeDefault" },
      },
    });
    for (const container of pod.spec.containers)
      expect(container).toMatchObject({
        resources: { limits: { memory: expect.any(String) } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
      });
    const claim = documents.find(({ kind }) => kind === "PersistentVolumeClaim");
    expect(pod.spec.volumes).toContainEqual({
      name: "backups",
      persistentVolumeClaim: { claimName: claim.metadata.name },
    });
    const policy = documents.find(({ kind }) => kind === "NetworkPolicy");
    expect(pod.metadata.labels).toMatchObject(policy.spec.podSelector.matchLabels);
  });
});
