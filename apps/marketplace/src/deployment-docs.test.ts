import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { objectsOf } from "./deployment/kubernetes.fixture.ts";
import { type App, apps, read, root, settingsOf } from "./deployment/repository.fixture.ts";

const documents = ["deploy", "upgrade", "backup-and-restore", "scaling", "runbook"].map(
  (name) => `docs/${name}.md`,
);
const guide = read("docs/deploy.md");
const cellsOf = (row: string): string[] => row.split("|").map((cell) => cell.trim().replaceAll("`", ""));
const rows = [...guide.matchAll(/^\| `[A-Z].*$/gm)].map(([row]) => {
  const [, variable = "", services = "", fallback = ""] = cellsOf(row);
  return { variable, services, fallback };
});

const required = {
  DATABASE_URL: "postgresql://127.0.0.1/database",
  INTERNAL_SECRET: "a-secret-of-some-length",
};
const isOf = (services: string, app: App): boolean =>
  services === "all" || services.split(", ").includes(app.replace(/^edge-|-service$/g, ""));

/** The notation of a default in the table. */
function written(variable: string, value: unknown): unknown {
  if (variable in required) return "required";
  if (value === undefined) return "none";
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}

describe("docs/deploy.md", () => {
  it.each(apps)("lists every variable of %s with its default, and no other", (app) => {
    const listed = rows.filter(({ services }) => isOf(services, app));
    const expected = settingsOf(app, required).map(([variable, value]) => [
      variable,
      written(variable, value),
    ]);
    const ports = (fallback: string, variable: string) =>
      variable === "PORT" || variable === "INTERNAL_PORT"
        ? fallback
            .split(", ")
            .find((port) => expected.some(([name, own]) => name === variable && own === port))
        : fallback;
    const found = listed.map(({ variable, fallback }) => [variable, ports(fallback, variable)]);
    expect(found.sort()).toEqual(expected.sort());
  });

  it("says before anything else how users sign in, and what opens a deployment to everybody", () => {
    const opening = guide.slice(0, guide.indexOf("\n## "));
    for (const word of [
      "Users sign in with a password",
      "SIGN_IN=picker",
      "/sign_in",
      "POST /users/test_user",
    ])
      expect(opening).toContain(word);
    expect(opening.split("\n").length).toBeLessThan(25);
  });

  it("lists every secret that Kubernetes' objects refer to", () => {
    const references = ["services", "migrations", "bootstrap", "opensearch"]
      .flatMap(objectsOf)
      .flatMap(({ spec }) => spec.template?.spec.containers ?? [])
      .flatMap(({ env }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []));
    const named = new Set(references.map(({ name, key }) => `${name}/${key}`));
    const listed = [...guide.matchAll(/^ +\| `([a-z].*)$/gm)].flatMap(([row]) => {
      const [, secret, keys = ""] = cellsOf(row);
      return keys.split(", ").map((key) => `${secret}/${key}`);
    });
    expect(listed.sort()).toEqual([...named].sort());
  });
});

describe.each(documents)("%s", (document) => {
  it("refers to files that exist", () => {
    const text = read(document);
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = ""]) =>
      join(dirname(document), path),
    );
    const paths = [...text.matchAll(/`((?:apps|packages|deploy|docs|bench)\/[\w./-]+)`/g)].map(
      ([, path = ""]) => path,
    );
    for (const path of [...links, ...paths])
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  });
});
