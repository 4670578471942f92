import { fakeClock } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { limitsAlike } from "./rate-limit.conformance.fixture.ts";
import { rateLimiter } from "./rate-limit.ts";

const clock = fakeClock();
limitsAlike("of one process", { open: () => rateLimiter(clock), advance: clock.advance });

it.each([-5, 5])("refills at the same rate when the clock is set by %s hours", (hours) => {
  const clock = fakeClock();
  const take = rateLimiter(clock);
  for (let request = 0; request < 3; request++) take("a", 3);
  clock.step(hours * 3_600_000);
  expect(take("a", 3)).toBe(20);
  clock.advance(20_000);
  expect([take("a", 3), take("a", 3)]).toEqual([0, 20]);
});
