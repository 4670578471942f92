import { expectProblem } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { startGateway } from "../../gateway.fixture.ts";
import { alertOf } from "../browser.fixture.ts";
import { startFakeIssuer } from "./fake-issuer.fixture.ts";
import { signInsAt } from "./oidc.fixture.ts";

const issuer = await startFakeIssuer();
const gateway = await startGateway({ config: issuer.settings });
const misconfigured = await startGateway({
  config: { ...issuer.settings, oidcClientSecret: "another one" },
});
const { http, demo, clock } = gateway;
const { begin, signIn, newBrowser, link, request } = signInsAt(gateway, issuer);
await link(demo.users.buyer_mla.id, "person-1");
const away = expect.stringContaining("The sign-in service cannot be reached");
const described = () => issuer.asked.filter((path) => path.startsWith("/.well-known")).length;

it("a gateway starts without its issuer; users who sign in are told that it is away, until it is back", async () => {
  expect(issuer.asked).toEqual([]);
  issuer.isAway = true;
  const browser = newBrowser();
  for (const query of [{}, request]) {
    const answer = await browser.get(`/sign_in/oidc?${new URLSearchParams(query)}`);
    expect([answer.status, alertOf(answer), answer.headers["retry-after"]]).toEqual([503, away, "60"]);
  }
  expectProblem(await http.get("/sign_in/oidc"), 503, "service_unavailable");
  issuer.isAway = false;
  expect((await signIn(browser, { sub: "person-1" })).status).toBe(302);
});

it("somebody on their way back is told, too, and can begin again", async () => {
  const browser = newBrowser();
  const back = issuer.signIn(await begin(browser, request), { sub: "person-1" });
  issuer.isAway = true;
  const answer = await browser.get(back);
  issuer.isAway = false;
  expect([answer.status, alertOf(answer)]).toEqual([503, away]);
  expect(answer.text).toContain("Sign in with Example");
  expect((await signIn(browser, { sub: "person-1" })).status).toBe(302);
});

it("its addresses are read once an hour, by visitors side by side together, and used while it is away", async () => {
  clock.advance(3_600_000);
  const before = described();
  await Promise.all(Array.from({ length: 5 }, () => begin(newBrowser())));
  expect(described()).toBe(before + 1);
  clock.advance(3_599_999);
  await begin(newBrowser());
  expect(described()).toBe(before + 1);
  clock.advance(1);
  issuer.isAway = true;
  expect(await begin(newBrowser())).toContain("/authorize?");
  issuer.isAway = false;
  expect(described()).toBe(before + 2);
});

it("a client secret that the issuer does not take counts as an issuer that is away, and is logged", async () => {
  const visits = signInsAt(misconfigured, issuer);
  const answer = await visits.signIn(visits.newBrowser(), { sub: "person-1" });
  expect([answer.status, alertOf(answer)]).toEqual([503, away]);
  expect(misconfigured.logs()).toContain("invalid_client");
});
