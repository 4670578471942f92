import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { auditActions } from "./audit-actions.schema.ts";

const guide = readFileSync(new URL("../../../../docs/security.md", import.meta.url), "utf8");
const [, section = ""] = /\n## Audit log\n([\s\S]*?)(?:\n## |$)/.exec(guide) ?? [];
const rows = [...section.matchAll(/^\| `([\w.]+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(
  ([, action = "", who = "", when = ""]) => ({ action, who, when }),
);

it("the table of actions in docs/security.md has each action once, and no other", () => {
  expect(rows.map(({ action }) => action).toSorted()).toEqual(Object.keys(auditActions).toSorted());
});

it.each(rows)("it says of $action who did it and when", ({ who, when }) => {
  expect(who).toMatch(/user|operator|owner|nobody/);
  expect(when.length).toBeGreaterThan(10);
});

it("it says how long events are kept, as the setting has it", () => {
  const required = {
    DATABASE_URL: "postgresql://127.0.0.1/database",
    INTERNAL_SECRET: "a secret of some length",
  };
  const { auditRetentionDays } = readConfig(required);
  expect(section).toContain(`are kept for \`AUDIT_RETENTION_DAYS\` (${auditRetentionDays})`);
});
