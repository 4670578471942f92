import { describe, expect, it } from "vitest";
import { FaultRule } from "../../../../packages/sandbox/src/faults/faults.schema.ts";
import { aimedAt, delaysOf, effects, type FaultDraft, firstDraft, ruleOf, targets } from "./fault.rules.ts";

const rule = (change: Partial<FaultDraft>) => ruleOf({ ...firstDraft, ...change }, "a");

describe("the rule of a form", () => {
  it("is one that the lab takes, whatever the target, the effect and the delay", () => {
    const drafts = targets.flatMap((target) =>
      effects[target].flatMap((effect) =>
        delaysOf(target).map((delay) => ({ ...aimedAt(firstDraft, target), effect, delay })),
      ),
    );
    const refused = drafts.filter((draft) => !FaultRule.safeParse(ruleOf(draft, "a")).success);
    expect(refused).toEqual([]);
    expect(drafts.length).toBeGreaterThan(targets.length);
  });

  it("has what was given of matches and numbers, and nothing of what was not", () => {
    expect(rule({})).toEqual({
      id: "a",
      target: "api",
      match: { every: 2 },
      effect: { status: 503 },
      ttl_seconds: 600,
    });
    const given = { path: "/questions/**", method: "POST", application: "12", user: "7" };
    expect(rule({ ...given, frequency: "always", values: { status: 429, retry_after: 2 } })).toMatchObject({
      match: { path: "/questions/**", method: "POST", application_id: 12, user_id: 7 },
      effect: { status: 429, retry_after: 2 },
    });
    expect(rule({ frequency: "share", count: 25 }).match).toEqual({ probability: { share: 0.25 } });
  });

  it("keeps an effect that the new target has as well", () => {
    const slow = aimedAt({ ...firstDraft, effect: "delay", delay: "dribble" }, "database");
    expect([slow.effect, slow.delay]).toEqual(["delay", "fixed"]);
    expect(aimedAt(firstDraft, "notification").effect).toBe("drop");
  });
});
