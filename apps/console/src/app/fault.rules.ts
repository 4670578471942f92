import type { LabSchemas } from "../session/lab.ts";

type Rule = LabSchemas["FaultRule"];
export type Target = Rule["target"];

/** The effects that each target can have, as the lab takes them. */
export const effects = {
  api: ["status", "delay", "reset", "truncate", "malformed", "quota"],
  notification: ["drop", "delay", "duplicate", "reorder", "wrong_signature"],
  database: ["unavailable", "delay"],
  object_store: ["unavailable", "delay"],
} as const satisfies Record<Target, readonly (keyof Rule["effect"])[]>;
export type Effect = (typeof effects)[Target][number];

export const targets = Object.keys(effects) as Target[];

/** Only answers of the API come in pieces. */
export const delaysOf = (target: Target) =>
  target === "api"
    ? (["fixed", "uniform", "lognormal", "dribble"] as const)
    : (["fixed", "uniform", "lognormal"] as const);
export type Delay = ReturnType<typeof delaysOf>[number];

export const frequencies = ["always", "every", "first", "share"] as const;
export type Frequency = (typeof frequencies)[number];

/** A number of an effect: what it usually is, and its bounds. */
export interface Bounds {
  usual: number;
  min: number;
  max: number;
  step?: number;
}

const ms = (usual: number): Bounds => ({ usual, min: 0, max: 3_600_000 });
const numbers = {
  status: { status: { usual: 503, min: 400, max: 599 }, retry_after: { usual: 0, min: 0, max: 86_400 } },
  truncate: { truncate: { usual: 0.5, min: 0, max: 0.99, step: 0.1 } },
  quota: {
    limit: { usual: 10, min: 0, max: 1_000_000 },
    window_seconds: { usual: 60, min: 1, max: 86_400 },
  },
  fixed: { ms: ms(2_000) },
  uniform: { min_ms: ms(500), max_ms: ms(3_000) },
  lognormal: { median_ms: ms(800), sigma: { usual: 0.5, min: 0, max: 5, step: 0.1 } },
  dribble: { chunks: { usual: 5, min: 2, max: 1_000 }, ms: ms(400) },
} as const satisfies Partial<Record<Effect | Delay, Record<string, Bounds>>>;

type Keys<T> = T extends unknown ? keyof T : never;
export type NumberName = Keys<(typeof numbers)[keyof typeof numbers]>;

/** A rule as its form has it. */
export interface FaultDraft {
  target: Target;
  effect: Effect;
  delay: Delay;
  values: Partial<Record<NumberName, number>>;
  frequency: Frequency;
  /** Calls, or for a share percent of them. */
  count: number;
  method: string;
  path: string;
  topic: string;
  application: string;
  user: string;
  minutes: number;
}

export const firstDraft: FaultDraft = {
  target: "api",
  effect: "status",
  delay: "fixed",
  values: {},
  frequency: "every",
  count: 2,
  method: "",
  path: "",
  topic: "",
  application: "",
  user: "",
  minutes: 10,
};

/** The draft about another target, whose effects may be others. */
export function aimedAt(draft: FaultDraft, target: Target): FaultDraft {
  const known: readonly Effect[] = effects[target];
  const effect = known.includes(draft.effect) ? draft.effect : effects[target][0];
  return { ...draft, target, effect, delay: "fixed", method: "", topic: "" };
}

/** The numbers that the draft's effect has, with their bounds. */
export function numbersOf({ effect, delay }: FaultDraft): [NumberName, Bounds][] {
  const kind = effect === "delay" ? delay : effect;
  const known: Partial<Record<string, Record<string, Bounds>>> = numbers;
  return Object.entries(known[kind] ?? {}) as [NumberName, Bounds][];
}

/** The rule as the lab takes it. */
export function ruleOf(draft: FaultDraft, id: string): Rule {
  const { target, method, path, topic, application, user, minutes } = draft;
  return {
    id,
    target,
    match: {
      ...(method && { method }),
      ...(path && { path }),
      ...(topic && { topic }),
      ...(application && { application_id: Number(application) }),
      ...(user && { user_id: Number(user) }),
      ...rateOf(draft),
    },
    effect: effectOf(draft),
    ttl_seconds: Math.round(minutes * 60),
  };
}

function rateOf({ frequency, count }: FaultDraft): Rule["match"] {
  if (frequency === "always") return {};
  return frequency === "share" ? { probability: { share: count / 100 } } : { [frequency]: count };
}

function effectOf(draft: FaultDraft): Rule["effect"] {
  const { effect, delay, values } = draft;
  const given = Object.fromEntries(
    numbersOf(draft).map(([name, { usual }]) => [name, values[name] ?? usual]),
  );
  // The types follow from the table above.
  if (effect === "delay") return { delay: { type: delay, ...given } } as Rule["effect"];
  if (effect === "quota") return { quota: given } as Rule["effect"];
  if (effect === "truncate") return given;
  if (effect !== "status") return { [effect]: true };
  const { retry_after, ...status } = given;
  return retry_after ? { ...status, retry_after } : status;
}
