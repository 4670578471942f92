import { dayMs } from "@marketplace/conventions";
import type { z } from "zod";
import { operation, resource } from "../feature.ts";
import { problems } from "../problems.ts";
import { advance, change, type Fired, inTurn, type Moving, nextDue } from "./advance.service.ts";
import {
  ClockMove,
  ClockView,
  MovedClock,
  maxDays,
  millisecondsOf,
  movedViewOf,
  viewOf,
} from "./clock.schema.ts";

const getClock = operation({
  id: "getClock",
  method: "GET",
  path: "/_sandbox/clock",
  summary: "Reads the clock of a world",
  response: ClockView,
  errors: [problems.world_not_found, problems.other_world],
  handle: ({ http }, deps) => viewOf(deps.worldOf(http.req).clock),
});

const moveClock = operation({
  id: "moveClock",
  method: "POST",
  path: "/_sandbox/clock",
  summary: "Moves the clock of a world forward, and does what is due on the way",
  body: ClockMove,
  response: MovedClock,
  errors: [
    problems.world_not_found,
    problems.other_world,
    problems.clock_not_forward,
    problems.clock_too_far,
    problems.nothing_due,
  ],
  async handle({ http, body }, deps) {
    const world = deps.worldOf(http.req);
    return movedViewOf(world.clock, await inTurn(world, (moving) => move(moving, body)));
  },
});

async function move(moving: Moving, asked: z.output<typeof ClockMove>): Promise<Fired[]> {
  const { clock } = moving;
  if (asked.freeze) await change(moving, clock.freeze);
  if (asked.resume) await change(moving, clock.resume);
  if (asked.freeze || asked.resume) return [];
  const now = clock.now();
  const target = await targetOf(moving, asked, now);
  if (!(target > now.getTime())) throw problems.clock_not_forward();
  if (target - now.getTime() > maxDays * dayMs) throw problems.clock_too_far({ days: maxDays });
  return advance(moving, { from: now, to: new Date(target) });
}

async function targetOf(
  moving: Moving,
  { advance: by, to, to_next: kind }: z.output<typeof ClockMove>,
  now: Date,
): Promise<number> {
  if (by !== undefined) return now.getTime() + millisecondsOf(by);
  if (to !== undefined) return Date.parse(to);
  const until = new Date(now.getTime() + maxDays * dayMs);
  const next = await nextDue(moving, until, kind === undefined || kind === "any" ? undefined : [kind]);
  if (!next) throw problems.nothing_due({ kind: kind ?? "any" });
  return next.at.getTime();
}

/** The clock of a world. */
export const clock = resource({
  name: "Clock",
  description:
    "The time of a world, which tokens, retries, shipments and deadlines follow; it goes forward only",
  fields: ClockView,
  operations: [getClock, moveClock],
});
