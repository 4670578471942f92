import { expect, it } from "vitest";
import { streetOf } from "./address.ts";

it.each([
  ["Honduras 4830", "Honduras", "4830"],
  ["  Avenida 9 de Julio   1200B ", "Avenida 9 de Julio", "1200B"],
  ["Ruta 8 S/N", "Ruta 8 S/N", ""],
  ["4830", "4830", ""],
])("%j is a street with its number, which is empty where the line has none", (line, name, number) => {
  expect(streetOf(line)).toEqual({ street_name: name, street_number: number });
});
