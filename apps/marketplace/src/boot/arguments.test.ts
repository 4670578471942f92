import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";

describe("the words after start", () => {
  it.each([
    [[], { split: false, replicas: 1 }],
    [["--split"], { split: true, replicas: 1 }],
    [["--", "--split", "--replicas", "2"], { split: true, replicas: 2 }],
    [["--split", "--replicas=3"], { split: true, replicas: 3 }],
  ])("%j say what shape is meant", (words, shape) => {
    expect(readArguments(words)).toEqual(shape);
  });

  it.each([[["--help"]], [["-h"]], [["--", "--split", "--help"]]])("%j ask for help", (words) => {
    expect(readArguments(words)).toBe("help");
  });

  it.each([
    [["--replicas", "2"], "--replicas needs --split"],
    [["--split", "--replicas", "0"], "--replicas must be an integer from 1 to 3"],
    [["--split", "--replicas", "two"], "--replicas must be an integer from 1 to 3"],
    [["--spilt"], "Unknown option '--spilt'; start takes --split, --replicas, --help"],
    [["now"], "start takes --split, --replicas, --help"],
  ])("%j are refused with the reason", (words, reason) => {
    expect(() => readArguments(words)).toThrow(reason);
  });
});
