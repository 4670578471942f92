import { join } from "node:path";
import { expect, test } from "vitest";
import { type Asked, refusalOf } from "./refusal.ts";
import { ownSets } from "./relevance.ts";

const asked: Asked = { sizes: ["10000"], count: "100", single: "200", bulk: "2000", site: "MLA", titles: "" };
const missing = join(import.meta.dirname, "no-such-folder");

test("a run that can succeed is not refused", () => {
  expect(refusalOf(asked)).toBeUndefined();
  for (const { site, folder } of ownSets)
    expect(refusalOf({ ...asked, site, judged: folder, titles: folder })).toBeUndefined();
});

test.each<[Partial<Asked>, string]>([
  [{ sizes: ["10000", "many"] }, 'a size is no whole number above 0: "many"'],
  [{ sizes: [""] }, 'a size is no whole number above 0: ""'],
  [{ count: "0" }, '--count is no whole number above 0: "0"'],
  [{ single: "x" }, '--single is no whole number above 0: "x"'],
  [{ bulk: "1.5" }, '--bulk is no whole number above 0: "1.5"'],
  [{ site: "MLC" }, '--site is one of MLA and MLB, not "MLC"'],
  [{ titles: missing }, `there is no folder of titles ${missing}`],
  [{ judged: missing }, `--judged ${missing} is no judged set: ENOENT`],
])("%j is refused", (wrong, reason) => {
  const refusal = refusalOf({ ...asked, ...wrong });
  expect(refusal).toContain(reason);
  expect(refusal).not.toContain("\n");
});
