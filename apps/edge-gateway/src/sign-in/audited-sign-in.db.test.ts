import { describe, expect, it } from "vitest";
import { auditOf } from "../audit/audit.fixture.ts";
import { startGateway } from "../gateway.fixture.ts";
import { browserOf } from "./browser.fixture.ts";

const gateway = await startGateway({
  config: { signIn: "password", trustedProxies: (address) => address === "127.0.0.1" },
});
const { http, demo, clock } = gateway;
const { events } = auditOf(gateway);
const { buyer_mla: buyer, seller_mla: seller } = demo.users;

/** A browser whose requests can be found in the audit log. */
const traced = (requestId: string, address = "203.0.113.7") =>
  browserOf(http, { "X-Request-Id": requestId, "X-Forwarded-For": address });
const eventsOf = async (requestId: string) =>
  (await events({ limit: 100 })).filter(({ request_id }) => request_id === requestId);

describe("the audit log has", () => {
  it("a sign-in and a sign-out, with who, when and from where", async () => {
    const browser = traced("in-and-out");
    await browser.signIn(buyer.nickname, buyer.password);
    await browser.submit(await browser.get("/sign_in"), "/sign_out");
    const common = {
      actor_id: buyer.id,
      application_id: null,
      subject: `/users/${buyer.id}`,
      address: "203.0.113.7",
      date_created: clock.now().toISOString(),
    };
    expect(await eventsOf("in-and-out")).toMatchObject([
      { ...common, action: "sign_out", details: {} },
      { ...common, action: "sign_in.succeeded", details: { method: "password" } },
    ]);
  });

  it("a failure, with the user whose password was tried, and never with what was typed", async () => {
    await traced("wrong-password").signIn(buyer.nickname, "a secret in the making");
    await traced("unknown-user").signIn("a secret typed as a name", "x");
    const failed = { action: "sign_in.failed", actor_id: null, details: { method: "password" } };
    expect(await eventsOf("wrong-password")).toMatchObject([{ ...failed, subject: `/users/${buyer.id}` }]);
    expect(await eventsOf("unknown-user")).toMatchObject([{ ...failed, subject: "/sign_in" }]);
    expect(JSON.stringify(await events({ limit: 100 }))).not.toContain("secret");
  });

  it("what was locked by a failure, once for each wait", async () => {
    for (let time = 0; time < 9; time += 1)
      await traced("guesses", `203.0.113.${time + 10}`).signIn(seller.nickname, "wrong");
    const found = await eventsOf("guesses");
    expect(found.map(({ action }) => action)).toEqual(["sign_in.locked", ...Array(5).fill("sign_in.failed")]);
    expect(found[0]).toMatchObject({
      subject: `/users/${seller.id}`,
      details: { blocked: "account", seconds: 30 },
    });
  });
});
