import { expectProblem } from "@marketplace/testkit";
import { afterAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { anotherGateway, startGateway } from "../gateway.fixture.ts";
import { redisServer } from "./redis-server.fixture.ts";

const redis = await redisServer();
const gateway = await startGateway({ config: { rateLimitPerMinute: 5, redisUrl: redis.url } });
const other = await anotherGateway(gateway);
afterAll(() => redis.kill());

const told = (text: string): number => gateway.logs().split(text).length - 1;
const away = "shared rate limits are away: this gateway counts for itself";
/** How many of the gateways count in Redis. */
const shared = () => told("rate limits are shared with") - told(away);
beforeEach(async () => {
  await expect.poll(shared).toBe(2);
  // A second try has its own minute.
  await redis.forget();
  gateway.clock.advance(60_000);
});

it("of a hundred requests at once to two gateways exactly the limit passes, the others get today's 429", async () => {
  const asks = Array.from({ length: 100 }, (_, turn) =>
    (turn % 2 ? gateway : other).http.get("/users/me", gateway.bearer("seller_mla")),
  );
  const answers = await Promise.all(asks);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.find(({ status }) => status !== 200);
  if (!refused) throw new Error("none was refused");
  expectProblem(refused, 429, "too_many_requests");
  expect(refused.headers["retry-after"]).toMatch(/^(?:[1-9]|1[0-2])$/);
});

it("goes on with the limit of each gateway when Redis is away", async () => {
  const before = told(away);
  await redis.kill();
  onTestFinished(() => redis.start());
  const statuses = [];
  for (let request = 0; request < 15; request++) statuses.push((await other.http.get("/users/me")).status);
  expect(statuses).toEqual([...Array(5).fill(403), ...Array(10).fill(429)]);
  expect(told(away)).toBe(before + 1);
});
