import { globSync, readFileSync } from "node:fs";
import { common, helpLink } from "@marketplace/conventions";
import { describe, expect, it } from "vitest";
import { errorCatalog } from "./error-catalog.ts";
import { errorsPage } from "./errors-page.ts";

const root = new URL("../../../../", import.meta.url);
const errors = errorCatalog();
const page = errorsPage(errors);

/** The keys of every catalog in the sources of the product, by the text of its declaration. */
function declaredKeys(): string[] {
  const sources = globSync(["apps/*/src/**/*problems.ts", "packages/*/src/**/*problems.ts"], { cwd: root });
  const catalogs = sources.flatMap((file) =>
    [...readFileSync(new URL(file, root), "utf8").matchAll(/problemCatalog\(\{\n([\s\S]*?)\n\}\)/g)].map(
      ([, body = ""]) => body,
    ),
  );
  return catalogs.flatMap((body) => [...body.matchAll(/^ {2}(\w+): \{/gm)].map(([, key = ""]) => key));
}

describe("the catalog of errors", () => {
  it("explains every problem that a source declares", () => {
    expect(declaredKeys().toSorted()).toEqual(errors.map(({ key }) => key).toSorted());
  });

  it("finds catalogs in files of problems only", () => {
    const sources = globSync(["apps/*/src/**/*.ts", "packages/*/src/**/*.ts"], { cwd: root });
    const others = sources.filter(
      (file) =>
        !/problems\.ts$|\.test\.ts$|\/example\//.test(file) &&
        readFileSync(new URL(file, root), "utf8").includes("= problemCatalog("),
    );
    expect(others).toEqual([]);
  });

  it.each(errors)("has a sentence on why $area answers $key, and one on what to do", ({ why, remedy }) => {
    for (const text of [why, remedy]) expect(text).toMatch(/^[A-Z`].{8,}\.$/);
  });
});

describe("docs/errors.md", () => {
  it("is what the catalog says: pnpm errors", () => {
    expect(readFileSync(new URL("docs/errors.md", root), "utf8")).toBe(page);
  });

  it("has the place that the Link of an answer points to, for each key once", () => {
    const anchors = [...page.matchAll(/^### .* \{#(\w+)\}$/gm)].map(([, anchor]) => anchor);
    expect(anchors.toSorted()).toEqual([...new Set(errors.map(({ key }) => key))].toSorted());
    expect(helpLink(common.invalid_token.key)).toBe('</docs/guide/errors#invalid_token>; rel="help"');
  });
});
