import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { include, services } from "./compose.fixture.ts";
import { read, root } from "./repository.fixture.ts";

const required = parse(read("deploy/compose/secrets-required.yml")) as { "x-required": string[] };
const names = required["x-required"].map((text) => /^\$\{(\w+):\?/.exec(text)?.[1] ?? text);

describe("docker compose without secrets", () => {
  it("is refused unless DEMO=1, by a file that is included only then", () => {
    expect(include).toEqual([["deploy/compose/secrets-$", "{DEMO:+not-}required.yml"].join("")]);
    const trial = parse(read("deploy/compose/secrets-not-required.yml"));
    expect(trial).toEqual({ services: {} });
  });

  it("names the missing one, what makes it, and how to do without", () => {
    for (const text of required["x-required"]) {
      expect(text).toMatch(/^\$\{[A-Z0-9_]+:\?[^${}]+\}$/);
      expect(text).toContain("deploy/compose/make-secrets.sh");
      expect(text).toContain("DEMO=1");
    }
  });

  it("asks for every secret that has a published default, and for the internal one", () => {
    const text = read("docker-compose.yml");
    const published = [...text.matchAll(/\$\{(\w+):-(?:local\w+|postgres)\}/g)].map(([, name = ""]) => name);
    // Grafana comes with its profile, and only to this machine.
    const wanted = new Set([...published, "INTERNAL_SECRET"].filter((name) => name !== "GRAFANA_PASSWORD"));
    expect(names.sort()).toEqual([...wanted].sort());
  });
});

describe("make-secrets.sh", () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  /** Runs the script in a copy of the repository that holds nothing else. */
  function makeSecrets(env: Record<string, string> = {}, folder = mkdtempSync(join(tmpdir(), "secrets-"))) {
    folders.includes(folder) || folders.push(folder);
    const place = "deploy/compose/make-secrets.sh";
    cpSync(join(root, place), join(folder, place));
    execFileSync("sh", [join(folder, place)], {
      env: { PATH: process.env.PATH, ...env },
      stdio: "ignore",
    });
    const path = join(folder, ".env");
    const lines = readFileSync(path, "utf8").trim().split("\n");
    return { folder, path, lines, made: Object.fromEntries(lines.map((line) => line.split("=", 2))) };
  }

  it("makes all that compose asks for, at random, where only their owner reads them", () => {
    const { made, path } = makeSecrets();
    expect(Object.keys(made)).toEqual(expect.arrayContaining(names));
    expect(Object.keys(made)).toContain("GRAFANA_PASSWORD");
    for (const value of Object.values(made)) expect(value).toMatch(/^[0-9a-f]{48}$/);
    expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("leaves those that are set already as they are", () => {
    const first = makeSecrets({ S3_ACCESS_KEY: "from the environment" });
    expect(first.made).not.toHaveProperty("S3_ACCESS_KEY");
    const second = makeSecrets({}, first.folder);
    expect(second.made).toMatchObject(first.made);
    expect(second.lines).toHaveLength(first.lines.length + 1);
  });

  it("adds them to a file whose last line has no end, and leaves that line as it is", () => {
    const folder = mkdtempSync(join(tmpdir(), "secrets-"));
    writeFileSync(join(folder, ".env"), "BIND=0.0.0.0\nPUBLIC_URL=https://api.example");
    const { made, lines } = makeSecrets({}, folder);
    expect(lines.slice(0, 2)).toEqual(["BIND=0.0.0.0", "PUBLIC_URL=https://api.example"]);
    expect(Object.keys(made)).toEqual(expect.arrayContaining(names));
    expect(makeSecrets({}, folder).lines).toEqual(lines);
  });

  it("writes to a file that git and images leave out", () => {
    expect(read(".gitignore").split("\n")).toContain(".env");
    expect(read(".dockerignore")).toContain("**/.env*");
  });
});

describe("the profile demo", () => {
  it("seeds once, after the migrations and the store, and gives sandbox.json to the tool, too", () => {
    const { seed, migrate } = services;
    expect(seed?.profiles).toEqual(["demo"]);
    expect(seed?.environment).toEqual(migrate?.environment);
    expect(seed?.command).toEqual([
      "node",
      "dist/cli.js",
      "seed",
      "demo",
      "--once",
      "--output",
      "/sandbox/sandbox.json",
    ]);
    for (const service of [seed, migrate]) expect(service?.volumes).toContain("sandbox:/sandbox");
    expect(Object.keys(seed?.depends_on ?? {})).toEqual(["migrate", "minio"]);
    const guide = read("docs/deploy.md");
    expect(guide).toContain("DEMO=1 docker compose --profile demo up --build");
    expect(guide).toContain("migrate cat /sandbox/sandbox.json");
  });

  it("tells the users of the demo the address that the gateway has", () => {
    expect(services.seed?.environment?.PUBLIC_URL).toBe(services["edge-gateway"]?.environment?.PUBLIC_URL);
  });
});
