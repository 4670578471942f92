import { attachedCaller } from "@marketplace/conventions";
import { silentLogger } from "@marketplace/server";
import { fakeClock } from "@marketplace/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testFeed } from "./fake-catalog.fixture.ts";
import { type Answer, type Beginning, createResponseCache } from "./response-cache.ts";

const owner = { authenticate: attachedCaller, log: silentLogger() };
const answerOf = (text: string): Answer => ({
  ...{ headers: ["Content-Type", "text/plain"], body: Buffer.from(text), etag: undefined },
  ...{ route: "/shelves/{id}", owner },
});

const targets = ["/a", "/b"] as const;
const names = ["red", "blue"] as const;
const target = fc.constantFrom(...targets);
const name = fc.constantFrom(...names);
/** What may happen, in any order: a read begins, sees the value and ends; the value changes; the change is announced; time passes. */
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
  beginning: Beginning | undefined;
  seen: number | undefined;
}

describe("kept answers", () => {
  it("never hold what was read before an announced change, whatever the order of reads, changes and announcements", () => {
    const run = fc.property(steps, (sequence) => {
      const clock = fakeClock();
      const kept = createResponseCache(clock);
      const feed = testFeed();
      kept.follow("catalog", feed);
      const versions = { red: 0, blue: 0 };
      const announced = { red: 0, blue: 0 };
      const reads: Read[] = [];
      for (const step of sequence) {
        const read = "read" in step ? reads[step.read % Math.max(reads.length, 1)] : undefined;
        if (step.kind === "begin") reads.push({ ...step, beginning: kept.begin("catalog"), seen: undefined });
        else if (step.kind === "look" && read) read.seen ??= versions[read.name];
        else if (step.kind === "end" && read?.seen !== undefined) {
          reads.splice(reads.indexOf(read), 1);
          const terms = { seconds: 60, names: [read.name] };
          if (read.beginning)
            kept.keep(read.target, answerOf(`${read.name} ${read.seen}`), {
              ...terms,
              beginning: read.beginning,
            });
        } else if (step.kind === "change") versions[step.name] += 1;
        else if (step.kind === "announce") {
          feed.tell(step.name);
          for (const each of names)
            if (step.name === undefined || step.name === each) announced[each] = versions[each];
        } else if (step.kind === "hearing") feed.live = step.live;
        else if (step.kind === "wait") clock.advance(step.seconds * 1_000);
        for (const each of targets) {
          const found = kept.find(each);
          if (!found) continue;
          const [of, version] = found.body.toString().split(" ");
          expect(feed.live).toBe(true);
          expect(Number(version)).toBeGreaterThanOrEqual(announced[of === "red" ? "red" : "blue"]);
        }
      }
    });
    fc.assert(run, { numRuns: 500 });
  });

  it("are given again until their time is up, and only of a service whose changes are heard of", () => {
    const clock = fakeClock();
    const kept = createResponseCache(clock);
    expect(kept.begin("catalog")).toBeUndefined();
    kept.follow("catalog", testFeed());
    const beginning = kept.begin("catalog");
    if (!beginning) throw new Error("the feed is live");
    kept.keep("/a", answerOf("1"), { beginning, seconds: 5, names: ["red"] });
    clock.advance(4_999);
    expect(kept.find("/a")?.body.toString()).toBe("1");
    clock.advance(1);
    expect(kept.find("/a")).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  it.each([-5, 5])(
    "go after their time, neither later nor earlier, when the clock is set by %s hours",
    (hours) => {
      const clock = fakeClock();
      const kept = createResponseCache(clock);
      kept.follow("catalog", testFeed());
      const beginning = kept.begin("catalog");
      if (!beginning) throw new Error("the feed is live");
      kept.keep("/a", answerOf("1"), { beginning, seconds: 5, names: ["red"] });
      clock.step(hours * 3_600_000);
      expect(kept.find("/a")).toBeDefined();
      clock.advance(5_000);
      expect(kept.find("/a")).toBeUndefined();
    },
  );

  it("stay within their bytes: the least lately used goes first, one that is too large is not kept", () => {
    const clock = fakeClock();
    const kept = createResponseCache(clock, { maxBytes: 4_000, maxAnswerBytes: 2_000 });
    kept.follow("catalog", testFeed());
    const keep = (path: string, length: number) => {
      const beginning = kept.begin("catalog");
      if (!beginning) throw new Error("the feed is live");
      kept.keep(path, answerOf("x".repeat(length)), { beginning, seconds: 60, names: [] });
    };
    for (const path of ["/a", "/b", "/c"]) keep(path, 500);
    // The order of use is kept to the second.
    clock.advance(1_000);
    kept.find("/a");
    keep("/d", 900);
    expect(["/a", "/b", "/c", "/d"].filter((path) => kept.find(path))).toEqual(["/a", "/c", "/d"]);
    keep("/e", 2_000);
    expect(kept.find("/e")).toBeUndefined();
    expect(kept.size).toBeLessThanOrEqual(4_000);
    keep("/a", 100);
    keep("/a", 200);
    expect(kept.find("/a")?.body.length).toBe(200);
  });
});
