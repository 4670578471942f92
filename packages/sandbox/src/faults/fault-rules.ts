import type { SystemClock } from "@marketplace/server";
import { type Draw, drawsFrom } from "./draws.ts";
import type { Effect, FaultMatch, FaultRule, Target } from "./faults.schema.ts";
import { type Facts, matcher } from "./matching.ts";

/** The fault that a rule injects into the present call. */
export interface Fault {
  /** Name of the rule. */
  id: string;
  effect: Effect;
  draw: Draw;
  /** Seconds until the quota's window ends. */
  retryAfter?: number;
}

/** A rule in force. */
export interface ActiveRule extends FaultRule {
  expiresAt: Date;
  matched: number;
  fired: number;
}

type Verdict = Pick<Fault, "retryAfter"> | undefined;

/** A rule with its counters. */
class RuleInForce {
  readonly view: ActiveRule;
  readonly #matches: (facts: Facts) => boolean;
  readonly #counts: (facts: Facts, now: number) => Verdict;
  readonly #draw: Draw;
  readonly #endsAt: number;

  constructor(rule: FaultRule, clock: SystemClock) {
    const ttlMs = rule.ttl_seconds * 1_000;
    this.view = { ...rule, expiresAt: new Date(clock.now().getTime() + ttlMs), matched: 0, fired: 0 };
    this.#endsAt = clock.monotonicMs() + ttlMs;
    this.#matches = matcher(rule.match);
    this.#draw = drawsFrom(rule.match.probability?.seed ?? 0);
    this.#counts = rule.effect.quota ? quotaOf(rule.effect.quota) : () => ({});
  }

  endedBy(now: number): boolean {
    return now >= this.#endsAt;
  }

  /** The fault of a rule without criteria, without counting. */
  unconditional(): Fault | undefined {
    const { id, effect, match } = this.view;
    return Object.keys(match).length === 0 ? { id, effect, draw: this.#draw } : undefined;
  }

  meet(facts: Facts, now: number): Fault | undefined {
    if (!this.#matches(facts)) return undefined;
    this.view.matched += 1;
    if (!this.#isDue(this.view.match)) return undefined;
    const verdict = this.#counts(facts, now);
    if (!verdict) return undefined;
    this.view.fired += 1;
    return { id: this.view.id, effect: this.view.effect, draw: this.#draw, ...verdict };
  }

  #isDue({ first, every, probability }: FaultMatch): boolean {
    const { matched } = this.view;
    if (first !== undefined) return matched <= first;
    if (every !== undefined) return matched % every === 0;
    return probability === undefined || this.#draw() < probability.share;
  }
}

/** Counts requests of each user and application in fixed windows; gives a verdict beyond the limit. */
function quotaOf({ limit, window_seconds }: NonNullable<Effect["quota"]>) {
  const windowMs = window_seconds * 1_000;
  let begun = Number.NEGATIVE_INFINITY;
  let counts = new Map<string, number>();
  return ({ applicationId, userId }: Facts, now: number): Verdict => {
    if (now - begun >= windowMs) {
      begun = now;
      counts = new Map();
    }
    const caller = `${applicationId} ${userId}`;
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    return count > limit ? { retryAfter: Math.ceil((begun + windowMs - now) / 1_000) } : undefined;
  };
}

export type Faults = ReturnType<typeof createFaults>;

/** The fault rules of a world. Times to live and windows run in real time. */
export function createFaults(clock: SystemClock) {
  let rules: readonly RuleInForce[] = [];
  const inForce = () => {
    const now = clock.monotonicMs();
    if (rules.some((rule) => rule.endedBy(now))) rules = rules.filter((rule) => !rule.endedBy(now));
    return rules;
  };
  return {
    /** Replaces all rules. */
    set(next: readonly FaultRule[]): void {
      rules = next.map((rule) => new RuleInForce(rule, clock));
    },
    /** Adds a rule behind the others; `undefined` when one has its name. */
    add(rule: FaultRule): ActiveRule | undefined {
      if (inForce().some(({ view }) => view.id === rule.id)) return undefined;
      const added = new RuleInForce(rule, clock);
      rules = [...rules, added];
      return added.view;
    },
    /** Ends one rule; false when there is none of this name. */
    end(id: string): boolean {
      const others = inForce().filter(({ view }) => view.id !== id);
      const found = others.length < rules.length;
      rules = others;
      return found;
    },
    list: (): readonly ActiveRule[] => inForce().map(({ view }) => view),
    /** Whether any rule has this target; asked first, because facts cost more. */
    hasRuleFor: (target: Target): boolean =>
      rules.length > 0 && inForce().some(({ view }) => view.target === target),
    /** The first rule with this target that has no criteria, for background work in other processes. */
    unconditional(target: Target): { target: Target; fault: Fault; expiresAt: Date } | undefined {
      for (const rule of inForce()) {
        const fault = rule.view.target === target ? rule.unconditional() : undefined;
        if (fault) return { target, fault, expiresAt: rule.view.expiresAt };
      }
      return undefined;
    },
    /** The fault of the first rule that is due for this call. Counts what matches. */
    meet(target: Target, facts: Facts): Fault | undefined {
      const now = clock.monotonicMs();
      for (const rule of inForce()) {
        if (rule.view.target !== target) continue;
        const fault = rule.meet(facts, now);
        if (fault) return fault;
      }
      return undefined;
    },
  };
}
