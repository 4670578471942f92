import { describe, expect, test, vi } from "vitest";
import { type Flaw, flaws } from "../../packages/sandbox/src/certifications/flaws.fixture.ts";
import { startIntegration } from "../../packages/sandbox/src/certifications/integration.fixture.ts";
import { get } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { applications, users } from "../api/world.ts";
import { admin, ask, untilNoneStays, worldIds } from "./lab.ts";

// A certification makes a world, and waits for what an integration does not do.
vi.setConfig({ testTimeout: 600_000, maxConcurrency: 4 });

interface Certification {
  id: string;
  status: string;
  error: string | null;
  client: Parameters<Awaited<ReturnType<typeof startIntegration>>["use"]>[0] & { world: string };
  checks: { id: string; status: string; detail: string | null }[];
}

const webhookSecret = applications.default.webhook_secret;

async function certified(url: string, body: object = {}, begun?: (one: Certification) => Promise<void>) {
  const answer = await ask("POST", "/certifications", { url, ...body });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  const first = answer.json<Certification>();
  await begun?.(first);
  const ended = async () => {
    const one = (await ask("GET", `/certifications/${first.id}`)).json<Certification>();
    expect(one.status).not.toBe("running");
    return one;
  };
  // `expect.poll` loses its test when one of several concurrent ones is repeated.
  return vi.waitFor(ended, { timeout: 500_000, interval: 200 });
}

async function outcomeOf(flaw: Flaw | undefined, body: object = {}) {
  const integration = await startIntegration({ webhookSecret, flaw });
  return certified(integration.url, { timeout_seconds: 4, ...body }, ({ client }) =>
    integration.use(client),
  ).finally(integration.close);
}

const withStatus = ({ checks }: Certification, status: string) =>
  checks.filter((check) => check.status === status).map(({ id, detail }) => `${id}: ${detail}`);

/** Each is a certification of half a minute. In other shapes the code is the same: some are enough. */
const shown = (Object.entries(flaws) as [Flaw, string][]).filter(
  (_, index) => !process.env.ACCEPTANCE_URL || index % 7 === 0,
);

describe("a certification", () => {
  test("passes all 25 checks of an integration that does everything well, and its world ends", async () => {
    const outcome = await outcomeOf(undefined);
    expect(outcome).toMatchObject({ status: "passed", error: null });
    expect(withStatus(outcome, "passed")).toHaveLength(25);
    expect(await worldIds()).not.toContain(outcome.client.world);
  });

  test.concurrent.each(shown)("of an integration that %s fails %s alone", async (flaw, check) => {
    const outcome = await outcomeOf(flaw);
    expect(outcome).toMatchObject({ status: "failed", error: null });
    expect(withStatus(outcome, "failed")).toEqual([expect.stringMatching(new RegExp(`^${check}: .+`))]);
  });

  test("judges a receiver alone, and skips what needs the client", async () => {
    const integration = await startIntegration({ webhookSecret });
    const outcome = await certified(integration.url, { timeout_seconds: 1 }).finally(integration.close);
    expect(outcome).toMatchObject({ status: "passed", error: null });
    expect(withStatus(outcome, "passed")).toHaveLength(12);
    expect(withStatus(outcome, "skipped").join("\n")).toContain(
      "refresh: the integration called no operation",
    );
  });

  test("makes the checks that were asked for alone, for another seller", async () => {
    const only = ["refresh", "revocation"];
    const outcome = await outcomeOf(undefined, { only, user: "seller2_mla" });
    expect(outcome.client).toMatchObject({ user_id: users.seller2_mla.id });
    expect(withStatus(outcome, "passed")).toEqual(["refresh: null", "revocation: null"]);
    expect(outcome.checks).toHaveLength(2);
  });

  test("passes nothing where nobody listens", async () => {
    const outcome = await certified("http://127.0.0.1:9/", {
      timeout_seconds: 1,
      only: ["acknowledges", "order"],
    });
    expect(outcome.status).toBe("failed");
    expect(outcome.checks).toMatchObject([
      { status: "failed", detail: expect.stringContaining("nothing accepts connections") },
      { status: "skipped" },
    ]);
  });

  test("is refused with what is wrong, and of what is refused no world stays", async () => {
    const before = await worldIds();
    const url = "http://127.0.0.1:9/";
    for (const body of [
      {},
      { url: "ftp://a/" },
      { url, only: [] },
      { url, only: ["none"] },
      { url, timeout_seconds: 0 },
    ])
      expectProblem(await ask("POST", "/certifications", body), 400, "bad_request");
    for (const user of ["nobody", "new_user_mla"])
      expectProblem(await ask("POST", "/certifications", { url, user }), 409, "conflict");
    expectProblem(await ask("GET", "/certifications/none"), 404, "not_found");
    const token = users.seller_mla.access_token;
    expectProblem(await get("/_sandbox/certifications", { token }), 401, "invalid_token");
    await untilNoneStays(before);
    const listed = (await get("/_sandbox/certifications?limit=1", { token: admin })).json<{
      results: unknown[];
    }>();
    expect(listed.results).toHaveLength(1);
  });
});
