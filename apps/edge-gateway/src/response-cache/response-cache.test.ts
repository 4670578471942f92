import { attachedCaller } from "@marketplace/conventions";
import { silentLogger } from "@marketplace/server";
import { fakeClock } from "@marketplace/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testFeed } from "./fake-catalog.fixture.ts";
import { createResponseCache, type Lease, type SentResponse } from "./response-cache.ts";

const owner = { authenticate: attachedCaller, log: silentLogger() };
const answerOf = (text: string): SentResponse => ({
  headers: ["Content-Type", "text/plain"],
  body: Buffer.from(text),
  etag: undefined,
  route: "/categories/{id}",
  owner,
  anonymous: false,
});

const targets = ["/a", "/b"] as const;
const names = ["red", "blue"] as const;
const target = fc.constantFrom(...targets);
const name = fc.constantFrom(...names);
/** In any order: reads begin, see the value, end; the value changes; a change is announced; time passes. */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("begin" as const), target, name }),
    fc.record({ kind: fc.constant("look" as const), read: fc.nat(3) }),
    fc.record({ kind: fc.constant("end" as const), read: fc.nat(3) }),
    fc.record({ kind: fc.constant("change" as const), name }),
    fc.record({ kind: fc.constant("announce" as const), name: fc.option(name, { nil: undefined }) }),
    fc.record({ kind: fc.constant("hearing" as const), live: fc.boolean() }),
    fc.record({ kind: fc.constant("wait" as const), seconds: fc.nat(40) }),
  ),
  { maxLength: 60 },
);

interface Read {
  target: string;
  name: (typeof names)[number];
  lease: Lease | undefined;
  seen: number | undefined;
}

/** A cache that follows a live feed, and keeps answers for 5 s. */
function following(limits?: Parameters<typeof createResponseCache>[1]) {
  const clock = fakeClock();
  const cache = createResponseCache({ clock }, limits);
  cache.follow("catalog", testFeed());
  const keep = (path: string, text: string) => {
    const lease = cache.lease("catalog");
    if (!lease) throw new Error("the feed is live");
    cache.set(path, answerOf(text), { lease, ttlMs: 5_000, keys: ["red"] });
  };
  return { cache, clock, keep };
}

describe("the response cache", () => {
  it("never serves what was read before an announced change, in any order of reads, changes and announcements", () => {
    const run = fc.property(steps, (sequence) => {
      const clock = fakeClock();
      const cache = createResponseCache({ clock });
      const feed = testFeed();
      cache.follow("catalog", feed);
      const versions = { red: 0, blue: 0 };
      const announced = { red: 0, blue: 0 };
      const reads: Read[] = [];
      for (const step of sequence) {
        const read = "read" in step ? reads[step.read % Math.max(reads.length, 1)] : undefined;
        if (step.kind === "begin") reads.push({ ...step, lease: cache.lease("catalog"), seen: undefined });
        else if (step.kind === "look" && read) read.seen ??= versions[read.name];
        else if (step.kind === "end" && read?.seen !== undefined) {
          reads.splice(reads.indexOf(read), 1);
          const terms = { ttlMs: 60_000, keys: [read.name] };
          if (read.lease)
            cache.set(read.target, answerOf(`${read.name} ${read.seen}`), {
              ...terms,
              lease: read.lease,
            });
        } else if (step.kind === "change") versions[step.name] += 1;
        else if (step.kind === "announce") {
          feed.tell(step.name);
          for (const each of names)
            if (step.name === undefined || step.name === each) announced[each] = versions[each];
        } else if (step.kind === "hearing") feed.live = step.live;
        else if (step.kind === "wait") clock.advance(step.seconds * 1_000);
        for (const each of targets) {
          const found = cache.get(each);
          if (!found) continue;
          const [of, version] = found.body.toString().split(" ");
          expect(feed.live).toBe(true);
          expect(Number(version)).toBeGreaterThanOrEqual(announced[of === "red" ? "red" : "blue"]);
        }
      }
    });
    fc.assert(run, { numRuns: 500 });
  });

  it("serves an answer until it expires, and only of a service whose feed is live", () => {
    expect(createResponseCache({ clock: fakeClock() }).lease("catalog")).toBeUndefined();
    const { cache, clock, keep } = following();
    keep("/a", "1");
    clock.advance(4_999);
    expect(cache.get("/a")?.body.toString()).toBe("1");
    clock.advance(1);
    expect(cache.get("/a")).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it.each([-5, 5])("expires answers on time when the clock is set by %s hours", (hours) => {
    const { cache, clock, keep } = following();
    keep("/a", "1");
    clock.step(hours * 3_600_000);
    expect(cache.get("/a")).toBeDefined();
    clock.advance(5_000);
    expect(cache.get("/a")).toBeUndefined();
  });

  it("drops the least recently used answers beyond its bytes and stores none that is too large", () => {
    const { cache, clock, keep } = following({ maxBytes: 4_000, maxResponseBytes: 2_000 });
    for (const path of ["/a", "/b", "/c"]) keep(path, "x".repeat(500));
    clock.advance(1_000);
    cache.get("/a");
    keep("/d", "x".repeat(900));
    expect(["/a", "/b", "/c", "/d"].filter((path) => cache.get(path))).toEqual(["/a", "/c", "/d"]);
    keep("/e", "x".repeat(2_000));
    expect(cache.get("/e")).toBeUndefined();
    expect(cache.bytes).toBeLessThanOrEqual(4_000);
    keep("/a", "x".repeat(100));
    keep("/a", "x".repeat(200));
    expect(cache.get("/a")?.body.length).toBe(200);
  });
});
