import { limitVariables } from "@marketplace/server";
import { describe, expect, it } from "vitest";
import { read, variableOf } from "./deployment/repository.fixture.ts";

const rows = [
  ...read("docs/security.md").matchAll(/^\| (.+?) +\| (.+?) +\| (.*?) +\| `(.+?)`: `(.+?)` +\|$/gm),
].map(([, limit = "", , setting = "", file = "", code = ""]) => ({
  limit,
  setting: setting.replaceAll("`", ""),
  file,
  code,
}));

describe("the table of limits", () => {
  it.each(rows)("says of $limit what the code says", ({ file, code }) => {
    expect(read(file)).toContain(code);
  });

  it("has every limit of the socket, by the name of its setting", () => {
    const settings = new Set(rows.map(({ setting }) => setting));
    for (const key of Object.keys(limitVariables)) expect(settings).toContain(variableOf(key));
  });

  it("names settings that are read where it says", () => {
    for (const { setting, code } of rows.filter((row) => row.setting !== ""))
      expect(setting).toBe(variableOf(/^\w+/.exec(code)?.[0] ?? ""));
  });

  it("has every setting of the gateway and of uploads that is a time, a size or a rate", () => {
    const text = read("apps/edge-gateway/src/config.ts") + read("apps/invoices-service/src/config.ts");
    const keys = [...text.matchAll(/^ +(\w+(?:TimeoutMs|TimeoutSeconds|MaxBytes|PerMinute)):/gm)].map(
      ([, key = ""]) => variableOf(key),
    );
    expect(keys.length).toBeGreaterThan(4);
    expect(rows.map(({ setting }) => setting)).toEqual(expect.arrayContaining(keys));
  });
});
