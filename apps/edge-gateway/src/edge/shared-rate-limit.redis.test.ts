import { fakeClock } from "@marketplace/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { limitsAlike } from "./rate-limit.conformance.fixture.ts";
import { rateLimiter } from "./rate-limit.ts";
import { redisBuckets } from "./redis-buckets.ts";
import { redisServer } from "./redis-server.fixture.ts";
import { type SharedRateLimiter, sharedRateLimiter } from "./shared-rate-limit.ts";

const redis = await redisServer();
const opened: { close(): void }[] = [];
afterAll(async () => {
  for (const { close } of opened) close();
  await redis.kill();
});

const clock = fakeClock();
let prefixes = 0;
const buckets = redisBuckets({ url: redis.url, prefix: "conformance:", now: () => clock.monotonicMs() });
opened.push(buckets);
const answers = () => buckets.ping().then(Boolean, () => false);
beforeAll(() => vi.waitUntil(answers, { timeout: 30_000 }));

limitsAlike("in Redis", {
  open() {
    const prefix = `${prefixes++}:`;
    return (key, perMinute) => (perMinute === 0 ? 0 : buckets.take(prefix + key, perMinute));
  },
  advance: clock.advance,
});

it("a bucket goes on filling when the server's clock was set back", async () => {
  const times = [100_000, 0, 30_000];
  const moved = redisBuckets({ url: redis.url, prefix: "moved:", now: () => times.shift() ?? 30_000 });
  opened.push(moved);
  await expect.poll(() => moved.ping().catch(() => undefined)).toBe("PONG");
  expect([await moved.take("a", 1), await moved.take("a", 1), await moved.take("a", 1)]).toEqual([0, 60, 30]);
});

/** A gateway's limiter, what it logged and how its checks were counted. */
interface Gateway extends SharedRateLimiter {
  logged: string[];
  counted: string[];
  /** How often its connection was replaced. */
  renewed(): number;
}

/** A busy machine may take longer than gateways wait; a server that answers later than this is away. */
const patient = { answerMs: 1_000 };

const gateway = (prefix: string, wait: { answerMs?: number } = patient): Gateway => {
  const logged: string[] = [];
  const counted: string[] = [];
  const tell = (_: unknown, text?: unknown) => void logged.push(String(text));
  const shared = redisBuckets({ url: redis.url, prefix });
  let renewals = 0;
  const limiter = sharedRateLimiter({
    ...wait,
    buckets: {
      ...shared,
      renew() {
        renewals += 1;
        shared.renew();
      },
    },
    local: rateLimiter(fakeClock()),
    log: { info: tell, warn: tell },
    metrics: { rateLimitCheck: (word) => void counted.push(word) },
  });
  opened.push(limiter);
  const renewed = () => renewals;
  return Object.defineProperties(
    { logged, counted, renewed } as Gateway,
    Object.getOwnPropertyDescriptors(limiter),
  );
};

describe("two gateways with one Redis", () => {
  let gateways: Gateway[] = [];
  const shared = () => gateways.map((gateway) => gateway.shared);
  const granted = async (asked: readonly Gateway[], count: number, perMinute: number, key = "app") => {
    const takes = Array.from({ length: count }, (_, turn) =>
      asked[turn % asked.length]?.limit(key, perMinute),
    );
    return (await Promise.all(takes)).filter((seconds) => seconds === 0).length;
  };
  beforeEach(async () => {
    gateways = [gateway(`test ${prefixes}:`), gateway(`test ${prefixes++}:`)];
    await expect.poll(shared).toEqual([true, true]);
  });
  afterEach(() => {
    for (const { close } of gateways) close();
  });

  it("share one limit: of a hundred requests at once exactly the limit passes", async () => {
    expect(await granted(gateways, 100, 10)).toBe(10);
    for (const { counted } of gateways) expect(new Set(counted)).toEqual(new Set(["shared"]));
  });

  it.each([
    ["killed", () => redis.kill(), () => redis.start()],
    ["hung", () => redis.hang(), () => redis.goOn()],
  ])("count for themselves while it is %s, and together again when it is back", async (_, away, back) => {
    // Each has counted what it granted itself: an outage brings no new minute's worth.
    const [one, two] = gateways as [Gateway, Gateway];
    expect(await granted([one], 4, 5)).toBe(4);
    await away();
    for (let request = 0; request < 20 && (one.shared || two.shared); request++)
      await Promise.all(gateways.map(({ limit }) => limit("other", 1_000)));
    expect(shared()).toEqual([false, false]);
    expect(await granted([one], 20, 5)).toBe(1);
    expect(await granted([two], 20, 5)).toBe(5);
    // Answered at once: nothing waits for a server that is away.
    expect(typeof one.limit("other", 1_000)).toBe("number");
    await back();
    await expect.poll(shared).toEqual([true, true]);
    expect(await granted(gateways, 100, 10, "after")).toBe(10);
    for (const { logged, counted } of gateways) {
      expect(logged.filter((text) => !text.includes("do not answer yet"))).toEqual([
        "rate limits are shared with the other gateways",
        "the shared rate limits are away: this gateway counts for itself",
        "rate limits are shared with the other gateways",
      ]);
      expect([counted.includes("local"), counted.at(-1)]).toEqual([true, "shared"]);
    }
  });

  it("answer requests while it hangs, with the wait of production, too", async () => {
    const usual = gateway(`usual ${prefixes++}:`, {});
    await expect.poll(() => usual.shared).toBe(true);
    redis.hang();
    onTestFinished(redis.goOn);
    expect([await usual.limit("app", 1), await usual.limit("app", 1)]).toEqual([0, 60]);
    expect(usual.counted).toEqual(["local", "local"]);
  });

  it("begin while it is away, and find it when it comes", async () => {
    await redis.kill();
    const early = gateway(`early ${prefixes++}:`);
    expect(early.limit("app", 1)).toBe(0);
    expect(early.limit("app", 1)).toBe(60);
    await expect.poll(() => early.logged).toHaveLength(1);
    await redis.start();
    await expect.poll(() => early.shared).toBe(true);
    expect(await granted([early], 100, 10, "later")).toBe(10);
  });

  it("replace a connection that stays silent", async () => {
    redis.hang();
    for (let request = 0; request < 3; request++)
      await Promise.all(gateways.map(({ limit }) => limit("other", 1_000)));
    await expect.poll(() => gateways.every(({ renewed }) => renewed() > 0)).toBe(true);
    redis.goOn();
    await expect.poll(shared).toEqual([true, true]);
    expect(await granted(gateways, 50, 10, "replaced")).toBe(10);
  });
});
