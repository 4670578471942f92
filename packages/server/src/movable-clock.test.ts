import { expect, it, vi } from "vitest";
import { createMovableClock } from "./movable-clock.ts";

const start = Date.UTC(2026, 2, 10, 15);
const hour = 3_600_000;

function staged(offsetMs = 0) {
  let real = start;
  const clock = createMovableClock({ offsetMs, frozenAt: null }, { now: () => new Date(real) });
  return { clock, wait: (ms: number) => (real += ms), time: () => clock.now().getTime() - start };
}

it("shows real time until it is moved, and then goes on from there", () => {
  const { clock, wait, time } = staged();
  wait(hour);
  expect(time()).toBe(hour);
  clock.moveTo(new Date(start + 7 * hour));
  wait(1_000);
  expect(time()).toBe(7 * hour + 1_000);
  expect(clock.state()).toEqual({ offsetMs: 6 * hour, frozenAt: null });
});

it.each([
  ["backward", -1],
  ["to where it is", 0],
  ["to no time", Number.NaN],
])("is not moved %s", (_, ms) => {
  const { clock, time } = staged(5 * hour);
  expect(() => clock.moveTo(new Date(clock.now().getTime() + ms))).toThrow(RangeError);
  expect(time()).toBe(5 * hour);
});

it("stands still while it is frozen, can be moved then, and resumes from where it stands", () => {
  const { clock, wait, time } = staged(hour);
  clock.freeze();
  wait(10_000);
  expect(time()).toBe(hour);
  clock.moveTo(new Date(start + 2 * hour));
  wait(10_000);
  expect(time()).toBe(2 * hour);
  expect(clock.state()).toEqual({ offsetMs: 2 * hour - 20_000, frozenAt: new Date(start + 2 * hour) });
  clock.resume();
  clock.resume();
  wait(1_000);
  expect(time()).toBe(2 * hour + 1_000);
});

it("takes over the state of another clock", () => {
  const [one, other] = [staged(3 * hour), staged()];
  one.clock.freeze();
  other.clock.set(one.clock.state());
  other.wait(5_000);
  expect(other.clock.now()).toEqual(one.clock.now());
});

it("tells of every change until that is ended", () => {
  const { clock } = staged();
  const told = vi.fn();
  const end = clock.onMoved(told);
  clock.moveTo(new Date(start + hour));
  clock.freeze();
  clock.freeze();
  clock.resume();
  expect(told).toHaveBeenCalledTimes(3);
  end();
  clock.freeze();
  expect(told).toHaveBeenCalledTimes(3);
});

it("hands out dates that nobody can change for others", () => {
  const { clock } = staged();
  clock.freeze();
  clock.now().setTime(0);
  clock.state().frozenAt?.setTime(0);
  expect(clock.now().getTime()).toBe(start);
});
