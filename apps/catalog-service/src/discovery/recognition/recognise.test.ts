import { describe, expect, it } from "vitest";
import type { CategoryAttribute } from "../../categories/category-attributes.schema.ts";
import { knownValues } from "./known-values.ts";
import { type BrandsOfModels, recognise } from "./recognise.ts";

const attribute = (
  id: string,
  name: string,
  values?: string[],
  value_type = "string",
): CategoryAttribute => ({
  ...{ id, name, value_type, tags: { required: false } },
  ...(values && { values: values.map((value) => ({ id: value.toLowerCase(), name: value })) }),
});

const car = knownValues([
  attribute("BRAND", "Marca", ["Volkswagen", "Peugeot", "Fiat", "Mercedes-Benz"]),
  attribute("MODEL", "Modelo", ["Gol", "Gol Trend", "208", "2008", "Palio", "Up"]),
  attribute("VEHICLE_YEAR", "Año", ["2008", "2014", "2015"], "number"),
  attribute("KILOMETERS", "Kilómetros", undefined, "number_unit"),
  attribute("DOORS", "Puertas", ["3", "4", "5"], "number"),
  attribute("COLOR", "Color", ["Blanco", "Gris plata"]),
]);
const grocery = knownValues([
  attribute("NET_WEIGHT", "Peso neto", ["500 g", "1 kg"], "number_unit"),
  attribute("NET_VOLUME", "Contenido neto", ["1.5 L", "750 ml"], "number_unit"),
  attribute("WARRANTY", "Garantía", ["Sí", "No"], "boolean"),
]);
const phone = knownValues([
  attribute("INTERNAL_MEMORY", "Memoria interna", ["64 GB", "128 GB"], "number_unit"),
  attribute("RAM", "Memoria RAM", ["4 GB", "8 GB"], "number_unit"),
  attribute("DISPLAY_SIZE", "Pantalla", ['6.5 "'], "number_unit"),
]);
const shirt = knownValues([
  attribute("SIZE", "Talle", ["S", "M", "XL"]),
  attribute("SHOE_SIZE", "Talle", ["42"]),
]);

const named = (title: string, known: typeof car, brands?: BrandsOfModels) =>
  Object.fromEntries(
    recognise(title, known, brands).map(({ attribute: { id }, valueName }) => [id, valueName]),
  );

describe("recognising values in titles", () => {
  it.each([
    ["VOLKSWAGEN Gol trend 2014 1.6", { BRAND: "Volkswagen", MODEL: "Gol Trend", VEHICLE_YEAR: "2014" }],
    ["mercedes benz gris plata", { BRAND: "Mercedes-Benz", COLOR: "Gris plata" }],
    ["camioneta blanca 4x4 5 puertas", { DOORS: "5", COLOR: "Blanco" }],
    ["gol 4 cilindros", { MODEL: "Gol" }],
    ["golpe upa", {}],
    [
      "fiat palio 2008 85000 kms",
      { BRAND: "Fiat", MODEL: "Palio", VEHICLE_YEAR: "2008", KILOMETERS: "85000 km" },
    ],
    ["peugeot 2008 2015", { BRAND: "Peugeot", MODEL: "2008", VEHICLE_YEAR: "2015" }],
  ])("finds in '%s' whole names only, longest first", (title, expected) => {
    expect(named(title, car)).toEqual(expected);
  });

  it("takes no model for another one of its number", () => {
    const phones = knownValues([attribute("MODEL", "Modelo", ["iPhone 14", "iPhone 14 Plus", "Fiesta"])]);
    expect(named("iphone 14 128gb", phones)).toEqual({ MODEL: "iPhone 14" });
    expect(named("iphone 14 plus", phones)).toEqual({ MODEL: "iPhone 14 Plus" });
    expect(named("iphone 14 pro max", phones)).toEqual({});
    expect(named("fiesta max", phones)).toEqual({ MODEL: "Fiesta" });
  });

  it("knows a gender by either ending", () => {
    const clothes = knownValues([attribute("GENDER", "Gênero", ["Masculino", "Feminino"])]);
    expect(named("camiseta masculina", clothes)).toEqual({ GENDER: "Masculino" });
    expect(named("calça feminina", clothes)).toEqual({ GENDER: "Feminino" });
  });

  it("takes no model of another brand than the one that is named", () => {
    const brands: BrandsOfModels = new Map([
      ["2008", new Set(["peugeot"])],
      ["gol", new Set(["volkswagen"])],
    ]);
    expect(named("fiat 2008", car, brands)).toEqual({ BRAND: "Fiat", VEHICLE_YEAR: "2008" });
    expect(named("peugeot 2008", car, brands)).toEqual({ BRAND: "Peugeot", MODEL: "2008" });
    expect(named("fiat palio", car, brands)).toEqual({ BRAND: "Fiat", MODEL: "Palio" });
    expect(named("gol", car, brands)).toEqual({ MODEL: "Gol" });
  });

  it.each([
    ["arroz 500g", { NET_WEIGHT: "500 g" }],
    ["arroz 1 kilo", { NET_WEIGHT: "1 kg" }],
    ["arroz 250 grs", { NET_WEIGHT: "250 g" }],
    ["gaseosa 1,5 litros", { NET_VOLUME: "1.5 L" }],
    ["vino 750ml", { NET_VOLUME: "750 ml" }],
    ["no va con 500 palabras", {}],
  ])("reads the measures of '%s' as sellers write them", (title, expected) => {
    expect(named(title, grocery)).toEqual(expected);
  });

  it("tells two attributes of the same unit apart by their values, and else says nothing", () => {
    expect(named("celular 8gb 128gb", phone)).toEqual({ INTERNAL_MEMORY: "128 GB", RAM: "8 GB" });
    expect(named("celular 3gb", phone)).toEqual({});
    expect(named('celular 6.5" 6.5 pulgadas', phone)).toEqual({ DISPLAY_SIZE: '6.5 "' });
  });

  it("takes a single letter for a size only beside the word", () => {
    expect(named("remera m talle s", shirt)).toEqual({ SIZE: "S" });
    expect(named("zapatillas 42 xl", shirt)).toEqual({ SIZE: "XL", SHOE_SIZE: "42" });
    expect(named("s m l", shirt)).toEqual({});
  });

  it("gives a measure that the category does not list no value id", () => {
    expect(recognise("arroz 250 g", grocery)).toMatchObject([{ valueId: null, valueName: "250 g" }]);
  });
});
