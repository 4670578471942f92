import { describe, expect, it } from "vitest";
import { contactTexts, harmlessTexts } from "./moderation.fixture.ts";
import { containsContactData } from "./moderation.ts";

describe("the moderation rule", () => {
  it.each(contactTexts)("holds %s", (text) => {
    expect(containsContactData(text)).toBe(true);
  });

  it.each(harmlessTexts)("lets %s pass", (text) => {
    expect(containsContactData(text)).toBe(false);
  });

  it("knows at least 41 ways of contact, and at least 60 texts that are none", () => {
    expect(new Set(contactTexts).size).toBeGreaterThanOrEqual(41);
    expect(new Set(harmlessTexts).size).toBeGreaterThanOrEqual(60);
  });

  it("finds contact data anywhere in a long question", () => {
    const words = "¿Tienen stock de este modelo en color negro? ".repeat(20);
    for (const text of contactTexts) {
      expect([text, containsContactData(`${words}${text} ${words}`)]).toEqual([text, true]);
    }
  });

  it("lets harmless texts pass one after the other", () => {
    for (const text of harmlessTexts) {
      expect([text, containsContactData(`Hola. ${text}\n¡Gracias! ${text}`)]).toEqual([text, false]);
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
      expect(typeof containsContactData(text)).toBe("boolean");
      expect(typeof containsContactData(`${text}@`)).toBe("boolean");
    }
  });
});
