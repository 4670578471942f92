import { describe, expect, it } from "vitest";
import { carriesContactData } from "./moderation.ts";

describe("the moderation rule", () => {
  it.each([
    "escribime a ana.paz+x@correo.com.ar",
    "mirá https://ejemplo.com/oferta",
    "entrá a www.ejemplo.com",
    "buscame en mitienda.com",
    "llamame al +5491144445555",
    "mi número es 11 4444-5555",
    "(011) 4444-5555",
    "4444.5555",
    "te dejo mi cel: 15-4444-5555 gracias",
    "11–4444–5555 o 11\u00a04444\u00a05555",
    "１１ ４４４４ ５５５５",
    "josé@correo.es",
    "escribime por t.me/ana o wa.me/54911",
    "buscame en mitienda.cl",
    "peña.com",
  ])("holds %s", (text) => {
    expect(carriesContactData(text)).toBe(true);
  });

  it.each([
    "¿Tienen stock?",
    "el modelo 123456789 ¿sirve?",
    "código de barras 7791234567890",
    "¿mide 20 x 30 cm?",
    "la versión 1.6 del 2014",
    "¿cuesta $ 1.500?",
    "uso 220 v, son 3 o 4 unidades",
    "a@b",
    "¿entra en un 12.5 x 30.2?",
    "¿me lo dejás en $ 15.000.000?",
    "¿llega antes del 10-12-2026?",
    "lo necesito para el 2026-12-10",
    "gracias.me interesa",
    "perfecto.es original?",
    "¿con luz y/o agua?",
    "¿es de 4.Gb/s?",
  ])("lets %s pass", (text) => {
    expect(carriesContactData(text)).toBe(false);
  });

  it("is quick on texts made to be slow", () => {
    for (const text of [
      "1 ".repeat(1_000),
      "a@".repeat(1_000),
      "a@a.a.a.a.".repeat(200),
      "a-".repeat(1_000),
      "a.".repeat(1_000),
      `${"-".repeat(1_999)}@`,
      "(".repeat(2_000),
    ]) {
      expect(typeof carriesContactData(text)).toBe("boolean");
    }
  });
});
