import { expect, it } from "vitest";
import { baseUrl, post, put } from "../api/api.ts";
import { adminToken } from "../api/world.ts";
import { newWorld } from "../sandbox/lab.ts";
import { opened } from "./browser.ts";
import { beginAs } from "./console.ts";

const { page: visit } = opened();

it("a notification that was given up is found among the missed feeds, and delivered again", async () => {
  const { world, users, applications, fixtures } = await newWorld({ from: "demo" });
  const seller = users.seller_mla;
  const receiver = "/_sandbox/receivers/away";
  const answering = (status: number) =>
    put(receiver, {
      token: adminToken,
      headers: { "X-Sandbox-World": world.id },
      body: { status, delay_ms: 0 },
    });
  const { url } = (await answering(503)).json<{ url: string }>();
  const settings = { callback_url: url, topics: ["questions"] };
  const application = `/applications/${applications.default.id}`;
  expect((await put(application, { as: seller, body: settings })).status).toBe(200);
  const body = { item_id: fixtures.item_active, text: "¿Hay en negro?" };
  const asked = await post("/questions", { as: users.buyer_mla, body });
  const resource = `/questions/${asked.json<{ id: number }>().id}`;

  const { page } = await visit({ width: 1280 });
  await beginAs(page, seller, world.id);
  await page.goto(`${baseUrl}/console/notifications`);
  await page.getByText("None: every notification of the last two days was acknowledged").waitFor();
  await page.getByRole("button", { name: "failed 503" }).first().waitFor();
  // The eighth attempt is the last, and less than two hours after the first.
  for (const hour of [1, 2]) {
    await page.getByRole("button", { name: "Clock" }).click();
    await page.getByRole("menuitem", { name: "Advance 1 h" }).click();
    await expect.poll(() => page.getByText("The clock was moved.").count()).toBe(hour);
  }
  const missed = page.locator("section").filter({ has: page.getByRole("heading", { name: "Missed feeds" }) });
  await missed.getByText(resource).waitFor();
  await answering(200);
  await missed.getByRole("button", { name: "Deliver again" }).click();
  await missed.getByText("None: every notification of the last two days was acknowledged").waitFor();
  await page.getByRole("button", { name: "acknowledged 200" }).first().waitFor();
});
