import type { Delay } from "./faults.schema.ts";

/** Numbers from 0 up to 1. */
export type Draw = () => number;

/** Mulberry32, a small generator of pseudorandom numbers: equal seeds draw alike. */
export function drawsFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The longest delay that is drawn: one hour. */
const longestMs = 3_600_000;

/** How long to wait before anything is sent, in milliseconds. */
export function waitOf(delay: Delay, draw: Draw): number {
  switch (delay.type) {
    case "fixed":
      return delay.ms;
    case "uniform":
      return delay.min_ms + draw() * (delay.max_ms - delay.min_ms);
    case "lognormal":
      return Math.min(delay.median_ms * Math.exp(delay.sigma * normal(draw)), longestMs);
    case "dribble":
      return 0;
  }
}

/** A number of the standard normal distribution, by the method of Box and Muller. */
const normal = (draw: Draw): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
