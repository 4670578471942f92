import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { callerOf } from "./mcp.command.ts";

it("acts with the tokens of sandbox.json, or those of the environment", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "marketplace-mcp-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await expect(callerOf(dataDir, "seller_mla", {})).rejects.toThrow("start the marketplace first");
  const sandbox = {
    base_url: "http://127.0.0.1:8080",
    users: { seller_mla: { access_token: "seller" }, buyer_mla: { access_token: "buyer" } },
    sandbox: { admin_token: "admin" },
  };
  await writeFile(join(dataDir, "sandbox.json"), JSON.stringify(sandbox));
  const baseUrl = "http://127.0.0.1:8080";
  expect(await callerOf(dataDir, "buyer_mla", {})).toEqual({
    baseUrl,
    userToken: "buyer",
    adminToken: "admin",
  });
  expect(await callerOf(dataDir, "nobody", { MARKETPLACE_TOKEN: "mine" })).toMatchObject({
    userToken: "mine",
  });
  expect(await callerOf(dataDir, "seller_mla", { MARKETPLACE_URL: "https://market.example/" })).toEqual({
    baseUrl: "https://market.example",
    userToken: undefined,
    adminToken: undefined,
  });
});
