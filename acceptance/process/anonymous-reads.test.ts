import { describe, expect, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { newDataDir, started } from "./running.ts";

/** What clients without a token may read where the operator allows it. */
const publicReads = ["/sites", "/sites/MLA", "/sites/MLA/categories", "/sites/MLA/search?q=a", "/currencies"];
/** A known application's requests without a token; whoever asks, they need one. */
const others = [
  ["GET", "/users/me"],
  ["GET", "/questions/search"],
  ["GET", "/audit_events"],
  ["GET", "/applications"],
  ["POST", "/items"],
  ["POST", "/questions"],
  ["POST", "/answers"],
] as const;

const refused = { status: 403, error: "access_token_not_granted" };

describe("a whole product", { timeout: 200_000 }, () => {
  test.each([
    { setting: "unset", env: {}, reads: 403 },
    { setting: "on", env: { ANONYMOUS_READS: "on" }, reads: 200 },
  ])(
    "without a token, ANONYMOUS_READS $setting: public reads are $reads, the rest is refused",
    async ({ env, reads }) => {
      const product = await started({ dataDir: await newDataDir(), env });
      for (const path of publicReads) {
        const { status } = await sendTo(product.baseUrl, "GET", { path });
        expect({ path, status }).toEqual({ path, status: reads });
      }
      for (const [method, path] of others) {
        const body = method === "POST" ? { body: {} } : {};
        const answer = await sendTo(product.baseUrl, method, { path, ...body });
        expect({ path, ...answer.json<object>(), status: answer.status }).toMatchObject({ path, ...refused });
      }
      const token = { path: "/sites", token: "APP_USR-not-a-token" };
      expect((await sendTo(product.baseUrl, "GET", token)).status).toBe(401);
    },
  );
});
