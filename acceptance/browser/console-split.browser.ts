import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendTo } from "../api/api.ts";
import { launch, type Product } from "../product/product.ts";
import { opened } from "./browser.ts";
import { signInToConsole } from "./console.ts";

const { page: visit } = opened();
// Each service as two processes, behind a load balancer; no lab.
const command: [string, ...string[]] = ["node", "scripts/start.mjs", "--split", "--replicas", "2"];
/** Of the gateway only the replica that answers is shown. */
const asked = 5;
let dataDir = "";
let product: Product;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "marketplace-console-split-"));
  product = await launch({ dataDir, prepared: true, command, env: { SIGN_IN: "password" } });
}, 300_000);
afterAll(async () => {
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function signedIn(name: "seller_mla" | "operator", path: string) {
  const { page } = await visit({ width: 1280 });
  await signInToConsole(page, { product, name, path });
  return page;
}

describe("the console of a product in many processes", () => {
  it("lets a seller answer a question", async () => {
    const { buyer_mla: buyer, seller_mla: seller } = product.sandbox.users;
    const question = await sendTo(product.baseUrl, "POST", {
      path: "/questions",
      token: buyer.access_token,
      body: { item_id: product.sandbox.fixtures.item_active, text: "¿Tiene garantía?" },
    });
    const { id } = question.json<{ id: number }>();
    const page = await signedIn("seller_mla", `/questions?question=${id}`);
    const box = page.getByLabel("Your answer");
    await box.fill("Sí, un año.");
    await box.press("Control+Enter");
    const statusOf = async () => {
      const answer = await sendTo(product.baseUrl, "GET", {
        path: `/questions/${id}`,
        token: seller.access_token,
      });
      return answer.json<{ status: string }>().status;
    };
    await expect.poll(statusOf).toBe("ANSWERED");
  });

  it("shows operators each replica, and reconciles invoices", async () => {
    const page = await signedIn("operator", "/health");
    await expect.poll(() => page.getByText("Replicas: 2", { exact: true }).count()).toBe(asked);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("cell", { name: /done/ }).first().waitFor();
  });
});
