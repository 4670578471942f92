import { execFile } from "node:child_process";
import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { serve } from "@marketplace/server";
import { afterEach, describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("../../../scripts/supply-chain.mjs", import.meta.url));
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A fake registry that only serves advisories. */
async function registry(answer: RequestListener): Promise<string> {
  const { port, close } = await serve(answer, { host: "127.0.0.1", port: 0 });
  closing.push(close);
  return `http://127.0.0.1:${port}/`;
}

function check(registryUrl: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PNPM_CONFIG_REGISTRY: registryUrl };
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === "number" ? error.code : -1) : 0;
      resolve({ code, output: stdout + stderr });
    });
  });
}

const saying =
  (advisories: object): RequestListener =>
  (_req, res) => {
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify(advisories));
  };

const advisory = {
  id: 1,
  url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
  title: "Something that should not ship",
  severity: "high",
  vulnerable_versions: "<99.0.0",
  cwe: ["CWE-79"],
  cvss: { score: 7, vectorString: null },
};

describe("the supply chain check", () => {
  it("passes what has allowed licenses and no known vulnerability, and counts the bill of materials", async () => {
    const { code, output } = await check(await registry(saying({})));
    expect(output).toMatch(/bill\s+\d{3} components/);
    expect(output).toMatch(/\d{3} packages ship, \d{3} with tools; 0 not allowed/);
    expect(output).toContain("0 known against what ships");
    expect(code).toBe(0);
  });

  it("fails on a known vulnerability and names the package", async () => {
    const { code, output } = await check(await registry(saying({ express: [advisory] })));
    expect(output).toContain("express (high): Something that should not ship");
    expect(code).toBe(1);
  });

  it("says so when the registry has no advisories to ask for", async () => {
    const refusing: RequestListener = (_req, res) => res.writeHead(405).end();
    const { output } = await check(await registry(refusing));
    expect(output).toContain("NOT CHECKED");
  });
});
