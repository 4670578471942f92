import { expect, it } from "vitest";
import { createSingleFlight } from "./index.ts";

it("calls with equal keys share the run that is under way", async () => {
  const flight = createSingleFlight<string, number>();
  let runs = 0;
  const run = async () => ++runs;
  expect(await Promise.all([flight("a", run), flight("a", run), flight("b", run)])).toEqual([1, 1, 2]);
  expect(await flight("a", run)).toBe(3);
});

it("a failed run fails its calls only", async () => {
  const flight = createSingleFlight<string, number>();
  const failing = () => Promise.reject(new Error("lost"));
  const outcomes = await Promise.allSettled([flight("a", failing), flight("a", failing)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await flight("a", async () => 1)).toBe(1);
});

it("a call after forget begins a run, which a late end of the earlier one leaves alone", async () => {
  const flight = createSingleFlight<string, string>();
  const gate = Promise.withResolvers<string>();
  const early = flight("a", () => gate.promise);
  flight.forget();
  const second = Promise.withResolvers<string>();
  const late = flight("a", () => second.promise);
  gate.resolve("early");
  expect(await early).toBe("early");
  const joined = flight("a", async () => "third");
  second.resolve("late");
  expect(await Promise.all([late, joined])).toEqual(["late", "late"]);
});
