import { Paging } from "@marketplace/conventions";
import { z } from "zod";

/** What a rule injects faults into. */
export const targets = ["api", "notification", "object_store", "database"] as const;
export type Target = (typeof targets)[number];

const dayS = 86_400;
const hourMs = 3_600_000;
const milliseconds = z.int().min(0).max(hourMs);

const Probability = z
  .strictObject({
    share: z.number().min(0).max(1).describe("Share of the matching calls that are disturbed"),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .optional()
      .describe("Starts the draws; equal seeds draw alike"),
  })
  .describe("Disturbs a drawn share of the matching calls");

const Match = z
  .strictObject({
    method: z
      .string()
      .regex(/^[A-Z]{3,10}$/)
      .optional()
      .describe("Method of the request, such as POST"),
    path: z
      .string()
      .max(500)
      .startsWith("/")
      .optional()
      .describe(
        "Path of the request or resource; `*` and `{id}` stand for a segment, `**` for any rest or none",
      ),
    application_id: z.int().optional().describe("Application whose token is used, or that is notified"),
    user_id: z.int().optional().describe("User whose token is used, or whom the notification concerns"),
    topic: z.string().max(64).optional().describe("Topic of the notification"),
    first: z.int().min(1).optional().describe("Only so many calls, the first ones that match"),
    every: z.int().min(1).optional().describe("Only each so-manieth call that matches"),
    probability: Probability.optional(),
  })
  .refine(({ first, every, probability }) => [first, every, probability].filter(isGiven).length <= 1, {
    message: "first, every and probability exclude each other",
  })
  .meta({ id: "FaultMatch" });

const Delay = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("fixed"), ms: milliseconds }),
    z
      .strictObject({ type: z.literal("uniform"), min_ms: milliseconds, max_ms: milliseconds })
      .refine(({ min_ms, max_ms }) => min_ms <= max_ms, { message: "min_ms is above max_ms" }),
    z.strictObject({
      type: z.literal("lognormal"),
      median_ms: milliseconds,
      sigma: z.number().min(0).max(5),
    }),
    z.strictObject({ type: z.literal("dribble"), chunks: z.int().min(2).max(1_000), ms: milliseconds }),
  ])
  .meta({ id: "FaultDelay" });
export type Delay = z.output<typeof Delay>;

const yes = z.literal(true).optional();

const Effect = z
  .strictObject({
    status: z.int().min(400).max(599).optional().describe("Answers with this status instead"),
    error: z.string().min(1).max(64).optional().describe("Code of that answer; the usual one of its status"),
    retry_after: z.int().min(0).max(dayS).optional().describe("Its Retry-After, in seconds"),
    delay: Delay.optional().describe("Waits first; `dribble` sends the answer in pieces"),
    reset: yes.describe("Cuts the connection without an answer"),
    truncate: z.number().min(0).lt(1).optional().describe("Sends this share of the body, then cuts it off"),
    malformed: yes.describe("Answers with a body that is no JSON"),
    quota: z
      .strictObject({ limit: z.int().min(0), window_seconds: z.int().min(1).max(dayS) })
      .optional()
      .describe("Answers 429 beyond so many requests of one token in a window"),
    drop: yes.describe("Does not send the notification: the attempt fails"),
    duplicate: yes.describe("Sends it twice"),
    reorder: yes.describe("Sends it after the next one of its application"),
    wrong_signature: yes.describe("Sends it with a signature that does not fit"),
    unavailable: yes.describe("Does not answer, as if it were stopped"),
  })
  .meta({ id: "FaultEffect" });
export type Effect = z.output<typeof Effect>;

type EffectKind = Exclude<keyof Effect, "error" | "retry_after">;

/** The effects that each target can have. */
const effectsOf: Readonly<Record<Target, readonly EffectKind[]>> = {
  api: ["status", "delay", "reset", "truncate", "malformed", "quota"],
  notification: ["delay", "drop", "duplicate", "reorder", "wrong_signature"],
  object_store: ["delay", "unavailable"],
  database: ["delay", "unavailable"],
};

const details: readonly string[] = ["error", "retry_after"];

/** Why a target cannot have this effect; `undefined` when it can. */
function issueOf(target: Target, effect: Effect): string | undefined {
  const kinds = Object.keys(effect).filter((name) => !details.includes(name));
  const known: readonly string[] = effectsOf[target];
  if (kinds.length !== 1) return `an effect of ${target} is one of ${known.join(", ")}`;
  const [kind = ""] = kinds;
  if (!known.includes(kind)) return `${target} has no effect ${kind}: it is one of ${known.join(", ")}`;
  if (kind !== "status" && kinds.length !== Object.keys(effect).length)
    return "error and retry_after belong to status";
  if (effect.delay?.type === "dribble" && target !== "api") return "only answers of the api dribble";
  return undefined;
}

export const FaultRule = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .describe("Name of the rule: letters, digits, `_`, `.`, `-`"),
    target: z.enum(targets).describe("What is disturbed"),
    match: Match.default({}).describe("Which calls are disturbed; all when empty"),
    effect: Effect.describe("What happens to them: one effect"),
    ttl_seconds: z.int().min(1).max(dayS).describe("How long the rule holds, in seconds of real time"),
  })
  .superRefine(({ target, effect }, context) => {
    const message = issueOf(target, effect);
    if (message) context.addIssue({ code: "custom", path: ["effect"], message });
  })
  .meta({ id: "FaultRule" });
export type FaultRule = z.output<typeof FaultRule>;
export type FaultMatch = FaultRule["match"];

/** The maximum number of rules of a world: each request meets them all. */
export const maxRules = 100;

export const FaultRules = z
  .array(FaultRule)
  .max(maxRules)
  .superRefine((rules, context) => {
    const ids = rules.map(({ id }) => id);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
    if (twice >= 0)
      context.addIssue({ code: "custom", path: [twice, "id"], message: "two rules have the same id" });
  });

export const FaultRuleView = z
  .object({
    id: z.string().describe("Name of the rule"),
    target: z.enum(targets).describe("What is disturbed"),
    match: Match.describe("Which calls are disturbed"),
    effect: Effect.describe("What happens to them"),
    ttl_seconds: z.int().describe("How long it was to hold, in seconds of real time"),
    expires_at: z.iso.datetime().describe("When it ends, in real time"),
    matched: z.int().describe("Calls that matched"),
    fired: z.int().describe("Calls that were disturbed"),
  })
  .meta({ id: "FaultRuleView" });

export const FaultRulePage = z
  .object({ paging: Paging, results: z.array(FaultRuleView).describe("The rules, in their order") })
  .meta({ id: "FaultRulePage" });

function isGiven(value: unknown): boolean {
  return value !== undefined;
}
