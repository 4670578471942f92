import { describe, expect, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { tokenRows } from "../matrix/rows.ts";
import { newDataDir, started } from "./running.ts";

/** What clients without a token may read where the operator allows it. */
const publicReads = [
  "GET /categories/{id}",
  "GET /categories/{id}/attributes",
  "GET /categories/{id}/shipping_preferences",
  "GET /currencies",
  "GET /currencies/{id}",
  "GET /items",
  "GET /items/{id}",
  "GET /items/{id}/description",
  "GET /items/{id}/descriptions/{description_id}",
  "GET /items/{id}/variations",
  "GET /items/{id}/variations/{variation_id}",
  "GET /sites",
  "GET /sites/{id}",
  "GET /sites/{site_id}/categories",
  "GET /sites/{site_id}/categories/all",
  "GET /sites/{site_id}/search",
  "GET /{site_id}/search",
];

describe("a whole product", { timeout: 400_000 }, () => {
  test.each([
    { setting: "unset", passes: "nothing passes", env: {} as Record<string, string>, reads: [] as string[] },
    { setting: "on", passes: "public reads alone pass", env: { ANONYMOUS_READS: "on" }, reads: publicReads },
  ])("with ANONYMOUS_READS $setting: without a token $passes", async ({ env, reads }) => {
    const { baseUrl, sandbox } = await started({ dataDir: await newDataDir(), prepared: true, env });
    const passed: string[] = [];
    for (const { row, refused } of tokenRows) {
      const { path, body } = await row.call("seller");
      const ask = { path, ...(body === undefined ? {} : { body }) };
      const { status, text } = await sendTo(baseUrl, row.route.split(" ")[0] ?? "", ask);
      const isRefused = status >= 400 && `${status} ${JSON.parse(text).error}` === refused;
      if (!isRefused) passed.push(row.route);
    }
    expect(passed.toSorted()).toEqual(reads.toSorted());
    const { item_active, category_leaf } = sandbox.fixtures;
    const status = reads.length > 0 ? 200 : 403;
    for (const path of [`/items/${item_active}`, `/categories/${category_leaf}`, "/sites/MLA/search?q=a"])
      expect([path, (await sendTo(baseUrl, "GET", { path })).status]).toEqual([path, status]);
    const token = "APP_USR-not-a-token";
    expect((await sendTo(baseUrl, "GET", { path: "/sites", token })).status).toBe(401);
  });
});
