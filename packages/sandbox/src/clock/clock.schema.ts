import { utcTimestamp } from "@marketplace/conventions";
import { dueKinds } from "@marketplace/server";
import { z } from "zod";
import type { WorldClock } from "../world.ts";
import type { Fired } from "./advance.service.ts";

/** A world's clock, as the lab shows it. */
export const ClockView = z
  .object({
    now: z.iso.datetime().describe("The time of the world"),
    offset_ms: z.int().describe("How far it is ahead of real time, in milliseconds; less than 0 is behind"),
    frozen: z.boolean().describe("Whether it stands still"),
  })
  .meta({ id: "Clock" });

/** The clock after a move, with what happened on the way. */
export const MovedClock = ClockView.extend({
  fired: z
    .array(
      z.object({
        at: z.iso.datetime().describe("When it was due"),
        kind: z.enum(dueKinds).describe("What it was: an attempt to notify, an end, a step or a cutoff"),
        id: z.string().describe("Path of what it was about"),
      }),
    )
    .describe("What was due on the way, in order"),
}).meta({ id: "MovedClock" });

/** Weeks, days and smaller: a month has no length of its own. */
const duration = /^P(?!$)(?:(\d+)W|(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?)$/;

const Duration = z
  .string()
  .regex(duration, "must be an ISO 8601 duration of weeks, or of days, hours, minutes and seconds: PT6H")
  .describe("How far to move it, an ISO 8601 duration: `PT6H`, `P2D`");

/** A duration in milliseconds. */
export function millisecondsOf(text: string): number {
  const [, weeks, days, hours, minutes, seconds] = (duration.exec(text) ?? []).map((part) =>
    Number(part ?? 0),
  );
  const ofDays = (weeks ?? 0) * 7 + (days ?? 0);
  return Math.round((((ofDays * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1_000);
}

export const nextKinds = ["delivery", "expiry", "cutoff", "any"] as const;

/** What to do with a clock. */
export const ClockMove = z
  .strictObject({
    advance: Duration.optional(),
    to: z.iso.datetime({ offset: true }).optional().describe("The time to move it to, ISO 8601"),
    to_next: z
      .enum(nextKinds)
      .optional()
      .describe(
        "Move it to the next attempt to notify, the next end, the next Flex cutoff, or the first of them",
      ),
    freeze: z.literal(true).optional().describe("Let it stand still"),
    resume: z.literal(true).optional().describe("Let it go on from where it stands"),
  })
  .refine((move) => Object.keys(move).length === 1, "say one of advance, to, to_next, freeze and resume")
  .meta({ id: "ClockMove" });

export const viewOf = (clock: WorldClock): z.output<typeof ClockView> => ({
  now: utcTimestamp(clock.now()),
  offset_ms: clock.offsetMs,
  frozen: clock.state().frozenAt !== null,
});

export const movedViewOf = (clock: WorldClock, fired: readonly Fired[]): z.output<typeof MovedClock> => ({
  ...viewOf(clock),
  fired: fired.map(({ at, ...what }) => ({ at: utcTimestamp(at), ...what })),
});

/** A clock is moved by so many days at once; a longer way is gone in several moves. */
export const maxDays = 400;
