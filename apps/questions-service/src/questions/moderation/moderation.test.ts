import { describe, expect, it } from "vitest";
import { contacts, innocents } from "./moderation.fixture.ts";
import { carriesContactData } from "./moderation.ts";

describe("the moderation rule", () => {
  it.each(contacts)("holds %s", (text) => {
    expect(carriesContactData(text)).toBe(true);
  });

  it.each(innocents)("lets %s pass", (text) => {
    expect(carriesContactData(text)).toBe(false);
  });

  it("knows at least 41 ways of contact, and at least 60 texts that are none", () => {
    expect(new Set(contacts).size).toBeGreaterThanOrEqual(41);
    expect(new Set(innocents).size).toBeGreaterThanOrEqual(60);
  });

  it("finds contact data anywhere in a long question", () => {
    const words = "¿Tienen stock de este modelo en color negro? ".repeat(20);
    for (const text of contacts) {
      expect([text, carriesContactData(`${words}${text} ${words}`)]).toEqual([text, true]);
    }
  });

  it("lets innocent texts pass one after the other", () => {
    for (const text of innocents) {
      expect([text, carriesContactData(`Hola. ${text}\n¡Gracias! ${text}`)]).toEqual([text, false]);
    }
  });

  it("comes to an end on texts made to be slow", () => {
    const parts = [
      "1 ",
      "a@",
      "a@a.a.a.a.",
      "a-",
      "a.",
      "-",
      "(",
      "a ",
      "10/",
      "1:",
      "~",
      "٤\u200b",
      "once ",
      "1.000.",
      "(at)",
    ];
    for (const part of [...parts, "\u0301", "%2", "&#", "@ . ", "a . com ", "1,", "$1", "+(", "a at b."]) {
      const text = part.repeat(2_000 / part.length);
      expect(typeof carriesContactData(text)).toBe("boolean");
      expect(typeof carriesContactData(`${text}@`)).toBe("boolean");
    }
  });
});
