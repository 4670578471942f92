import type { Lab } from "./lab.ts";

/** The clock of a world. */
export interface ClockState {
  /** ISO 8601, UTC. */
  now: string;
  /** How far it is ahead of real time. */
  offset_ms: number;
  frozen: boolean;
}

/** The clock after a move, with what was due on the way, in order. */
export interface ClockMove extends ClockState {
  fired: { at: string; kind: string; id: string }[];
}

export type NextKind = "delivery" | "expiry" | "cutoff" | "any";

/** Moves the time of a world: forward only. What is due on the way is done before a move is answered. */
export interface WorldClock {
  now(): Promise<Date>;
  state(): Promise<ClockState>;
  /** By an ISO 8601 duration, such as `PT6H`. */
  advance(duration: string): Promise<ClockMove>;
  to(instant: Date | string): Promise<ClockMove>;
  /** To the next attempt to notify, the next end, the next Flex cutoff, or whichever comes first. */
  toNext(kind?: NextKind): Promise<ClockMove>;
  /** Lets it stand still. */
  freeze(): Promise<ClockMove>;
  /** Lets it go on from where it stands. */
  resume(): Promise<ClockMove>;
}

export function createClock(lab: Lab): WorldClock {
  const state = () => lab<ClockState>("GET", "/clock");
  const move = (body: object) => lab<ClockMove>("POST", "/clock", { body });
  return {
    state,
    now: async () => new Date((await state()).now),
    advance: (duration) => move({ advance: duration }),
    to: (instant) => move({ to: instant instanceof Date ? instant.toISOString() : instant }),
    toNext: (kind = "any") => move({ to_next: kind }),
    freeze: () => move({ freeze: true }),
    resume: () => move({ resume: true }),
  };
}
