import { expect, test } from "vitest";
import { bytesOf } from "./last-writes.ts";
import { checkStaleness, longestLagMs } from "./replica.ts";

const now = Date.parse("2026-03-10T15:00:00Z");
const primary = { position: 1_000n, flushed: 2_000n, now, timeline: 1 };
const standby = { replayed: 1_500n, committed: now - longestLagMs, timeline: 1 };

test("a replica that has the caller's last write answers the caller, whatever others wrote in the last ten seconds", () => {
  expect(checkStaleness(primary, standby)).toBe("replica");
  expect(checkStaleness(primary, { ...standby, replayed: 1_000n })).toBe("replica");
  expect(checkStaleness(primary, { ...standby, replayed: 999n })).toBe("not_replayed");
});

test("a replica that misses more than ten seconds answers nobody, and one that misses nothing everybody, however long nobody wrote", () => {
  expect(checkStaleness(primary, { ...standby, committed: now - longestLagMs - 1 })).toBe("lagging");
  expect(checkStaleness(primary, { ...standby, committed: 0, replayed: 2_000n })).toBe("replica");
});

test("a replica that misses a commit from before the primary's clock was set back answers nobody", () => {
  expect(checkStaleness(primary, { ...standby, committed: now + 5 * 3_600_000 })).toBe("lagging");
  expect(checkStaleness(primary, { ...standby, committed: now + 5 * 3_600_000, replayed: 2_000n })).toBe(
    "replica",
  );
});

test("after a failover a replica that follows the old primary answers nobody, however far it came", () => {
  expect(checkStaleness({ ...primary, timeline: 2 }, { ...standby, replayed: 9_000n })).toBe("lagging");
});

test("positions compare as numbers of bytes", () => {
  expect([bytesOf("0/0"), bytesOf("0/FF"), bytesOf("2/10")]).toEqual([0n, 255n, 8_589_934_608n]);
});
