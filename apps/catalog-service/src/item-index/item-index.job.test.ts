import { silentLogger } from "@marketplace/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { followItems } from "./item-index.job.ts";

/** Starts to follow items with an index whose build ends when the test says so. */
function starting(searchStartWaitMs: number) {
  const build = Promise.withResolvers<boolean>();
  const state = { started: false };
  const follower = {
    reload: async () => false,
    catchUp: () => build.promise,
    save: async () => {},
    stop: () => build.resolve(false),
  };
  const start = followItems({
    // What the job calls of a follower.
    follower: follower as never,
    itemChanges: { cleanUp: async () => {} },
    searchServer: undefined,
    searchStartWaitMs,
    log: silentLogger(),
  });
  void start.then(() => {
    state.started = true;
  });
  onTestFinished(async () => {
    build.resolve(true);
    await (await start).stop();
  });
  return { start, state, build };
}

describe("a start", () => {
  it("waits until the index is built", async () => {
    const { start, state, build } = starting(3_600_000);
    // Everything else that the start could wait for is done at once.
    await new Promise(setImmediate);
    expect(state.started).toBe(false);
    build.resolve(true);
    await start;
    expect(state.started).toBe(true);
  });

  it("goes on without it after the time that it was given", async () => {
    const { start, state } = starting(0);
    await start;
    expect(state.started).toBe(true);
  });
});
