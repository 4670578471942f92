import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { verifyNotification } from "@marketplace-api/client";
import { createSandbox } from "@marketplace-api/sandbox";
import { expect, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { closed, exported, opened, withRows } from "../sandbox/archive.ts";
import { newDataDir, started } from "./running.ts";

test("a world goes from one installation to another, and what is refused leaves nothing there", {
  timeout: 600_000,
}, async () => {
  const source = await started({ dataDir: await newDataDir(), prepared: true });
  const { access_token } = source.sandbox.users.buyer_mla;
  const archive = await exported(source.baseUrl, "default", source.sandbox.sandbox.admin_token);
  await source.stop();

  const product = await started({
    dataDir: await newDataDir(),
    seed: "none",
    prepared: true,
    command: ["node", "scripts/start.mjs", "--split"],
  });
  const { baseUrl, dataDir } = product;
  const { admin_token: adminToken } = product.sandbox.sandbox;
  const taken = await opened(archive);
  const broken = await closed(withRows(taken, ["gateway", "users"], ""));
  const refused = await sendTo(baseUrl, "POST", {
    path: "/_sandbox/worlds/import",
    token: adminToken,
    body: broken,
  });
  expect({ status: refused.status, text: refused.text }).toMatchObject({ status: 400 });
  expect(await readdir(join(dataDir, "sandbox"))).toEqual(["empty"]);

  await using sandbox = await createSandbox({ url: baseUrl, adminToken });
  await using world = await sandbox.import(new Blob([new Uint8Array(archive)]));
  expect((await sendTo(baseUrl, "GET", { path: "/users/me", token: access_token })).status).toBe(401);
  const body = { item_id: world.fixtures.item_active, text: "¿Llegó entero?" };
  const { data } = await world.client("buyer_mla").POST("/questions", { body });
  const told = await world.notifications.next("questions", { timeoutMs: 50_000 });
  expect(told.resource).toBe(`/questions/${data?.id}`);
  const { webhook_secret } = world.applications.default;
  expect(verifyNotification(webhook_secret, told.request.headers, told.request.body)._id).toBe(told._id);
});
