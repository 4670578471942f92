import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checks } from "./checks.ts";
import { flaws } from "./flaws.fixture.ts";

const guide = readFileSync(new URL("../../../../docs/sandbox.md", import.meta.url), "utf8");

it("are 25, each with a row in the guide and a flaw that it finds", () => {
  expect(checks).toHaveLength(25);
  expect(new Set(checks.map(({ id }) => id)).size).toBe(25);
  const found: string[] = Object.values(flaws);
  for (const { id, group, title } of checks) {
    expect(guide.replaceAll(/ +/g, " ").toLowerCase()).toContain(
      `| \`${id}\` | ${group} | ${title.toLowerCase()} |`,
    );
    expect(found).toContain(id);
  }
});
