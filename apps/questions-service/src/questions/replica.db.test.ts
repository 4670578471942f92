import { inRequestScope } from "@marketplace/conventions";
import { startReplicatedDatabase } from "@marketplace/database/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startJobs } from "../jobs.ts";
import { questionsRpc } from "../rpc.ts";
import { buyer, otherBuyer, questionsService, seller } from "../service.fixture.ts";

const servers = await startReplicatedDatabase("questions");
// Before the services' own, so that it runs after them: their connections end first.
afterAll(() => servers.stop());

const one = await questionsService(servers);
const two = await questionsService(servers);

type Service = typeof one;

async function totalFor(as: typeof buyer, { http }: Service, query = "item=MLA100"): Promise<number> {
  return (await http.get(`/questions/search?${query}`, { as })).json<{ total: number }>().total;
}

beforeAll(async () => {
  // The first search of a process goes to the primary: only then does it know what counts for everybody.
  for (const service of [one, two]) await totalFor(seller, service);
  await servers.resumeReplay();
});

afterEach(() => servers.resumeReplay());

describe("while a replica replays nothing", () => {
  it("askers find their own question through every process, others do not yet", async () => {
    await servers.pauseReplay();
    await one.ask("¿Hay stock?", { as: buyer });
    const found = [await totalFor(buyer, one), await totalFor(buyer, two)];
    expect([...found, await totalFor(otherBuyer, two), await totalFor(seller, two)]).toEqual([1, 1, 0, 0]);
    await servers.resumeReplay();
    expect(await totalFor(otherBuyer, two)).toBe(1);
  });

  it("a scan has the reader's own writes too", async () => {
    await servers.pauseReplay();
    await one.ask("¿Hay stock?", { as: buyer, item_id: "MLA101" });
    const scan = "item=MLA101&search_type=scan";
    expect([await totalFor(buyer, two, scan), await totalFor(otherBuyer, two, scan)]).toEqual([1, 0]);
  });

  it("a write that another service makes for a user counts as the user's own", async () => {
    await one.ask("¿Hay stock?", { as: buyer, item_id: "MLA105" });
    await servers.resumeReplay();
    await servers.pauseReplay();
    if (seller.kind !== "caller") throw new Error("the seller is a caller");
    const closing = { requestId: "closing", caller: seller.caller };
    await inRequestScope(closing, () => questionsRpc(one.deps).itemClosed({ item_id: "MLA105" }));
    const closed = "item=MLA105&status=CLOSED_UNANSWERED";
    expect([await totalFor(seller, two, closed), await totalFor(otherBuyer, two, closed)]).toEqual([1, 0]);
  });

  it("users who are notified of a question find it", async () => {
    await servers.pauseReplay();
    await one.ask("¿Hay stock?", { as: buyer, item_id: "MLA106" });
    const notified = Promise.withResolvers<void>();
    const jobs = await startJobs({
      ...one.deps,
      notifications: {
        async publish({ events }) {
          notified.resolve();
          return { accepted: events.length };
        },
      },
    });
    await notified.promise;
    expect(await totalFor(seller, two, "item=MLA106")).toBe(1);
    await jobs.stop();
  });
});
