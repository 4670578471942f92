import { expect, it } from "vitest";
import { savedPlaceOf } from "./saved-key.rules.ts";

const pressed = (code: string, ...held: string[]) =>
  savedPlaceOf({
    code,
    altKey: held.includes("Alt"),
    ctrlKey: held.includes("Control"),
    metaKey: held.includes("Meta"),
    getModifierState: (name) => held.includes(name),
  });

it("Alt and a digit insert a saved answer, whatever letter the keyboard has there", () => {
  expect([pressed("Digit1", "Alt"), pressed("Digit9", "Alt")]).toEqual([0, 8]);
});

it("a digit alone, zero, the number pad, and what is typed with AltGr are no such keys", () => {
  const others = [
    pressed("Digit1"),
    pressed("Digit0", "Alt"),
    pressed("Numpad1", "Alt"),
    pressed("Digit2", "Alt", "AltGraph"),
    pressed("Digit2", "Alt", "Control"),
    pressed("Digit2", "Alt", "Meta"),
  ];
  expect(others).toEqual(others.map(() => undefined));
});
