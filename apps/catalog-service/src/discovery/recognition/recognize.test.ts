import { describe, expect, it } from "vitest";
import type { CategoryAttribute } from "../../categories/category-attributes.schema.ts";
import { knownValues } from "./known-values.ts";
import { type BrandsOfModels, recognize } from "./recognize.ts";
import { titleTokens } from "./title-tokens.ts";

const attribute = (
  id: string,
  name: string,
  values?: string[],
  value_type = "string",
): CategoryAttribute => ({
  id,
  name,
  value_type,
  tags: {},
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
const home = knownValues([
  attribute("OPERATION", "Operación", ["Venta", "Alquiler"]),
  attribute("TOTAL_AREA", "Superficie total", ["50 m²", "300 m²"], "number_unit"),
]);
const bed = knownValues([attribute("BED_SIZE", "Tamaño", ["1 plaza", "1 1/2 plaza", "2 plazas"])]);
const volume = (...values: string[]) =>
  knownValues([attribute("NET_VOLUME", "Contenido neto", values, "number_unit")]);
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
    recognize(titleTokens(title), known, brands).map(({ attribute: { id }, valueName }) => [id, valueName]),
  );

describe("recognizing values in titles", () => {
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
  ])("finds only whole names in '%s', longest first", (title, expected) => {
    expect(named(title, car)).toEqual(expected);
  });

  it("does not take a model for another one with the same number", () => {
    const phones = knownValues([attribute("MODEL", "Modelo", ["iPhone 14", "iPhone 14 Plus", "Fiesta"])]);
    expect(named("iphone 14 128gb", phones)).toEqual({ MODEL: "iPhone 14" });
    expect(named("iphone 14 plus", phones)).toEqual({ MODEL: "iPhone 14 Plus" });
    expect(named("iphone 14 pro max", phones)).toEqual({});
    expect(named("fiesta max", phones)).toEqual({ MODEL: "Fiesta" });
  });

  it("reads a plus, as a word or a sign, as part of the model", () => {
    const names = [
      "iPhone 14",
      "iPhone 14 Plus",
      "Galaxy S23",
      "Redmi Note 13 Pro",
      "iPhone 13 Pro",
      "Options",
    ];
    const phones = knownValues([attribute("MODEL", "Modelo", names)]);
    expect(named("iphone 14+ 128gb", phones)).toEqual({ MODEL: "iPhone 14 Plus" });
    expect(named("iphone 14 + funda", phones)).toEqual({ MODEL: "iPhone 14" });
    expect(named("mamadera options+", phones)).toEqual({ MODEL: "Options" });
    for (const title of ["galaxy s23 plus", "galaxy s23+ 256 gb", "galaxy s23+256gb", "galaxy s23 lite"])
      expect(named(title, phones), title).toEqual({});
    for (const title of ["redmi note 13 pro plus", "redmi note 13 pro+ 5g", "iphone 13 pro max"])
      expect(named(title, phones), title).toEqual({});
    expect(named("galaxy s23 8/256 gb", phones)).toEqual({ MODEL: "Galaxy S23" });
  });

  it("recognizes a gender by either ending", () => {
    const clothes = knownValues([attribute("GENDER", "Gênero", ["Masculino", "Feminino"])]);
    expect(named("camiseta masculina", clothes)).toEqual({ GENDER: "Masculino" });
    expect(named("calça feminina", clothes)).toEqual({ GENDER: "Feminino" });
    const children = knownValues([attribute("GENDER", "Género", ["Niños", "Niñas"])]);
    expect(named("zapatillas niña", children)).toEqual({ GENDER: "Niñas" });
  });

  it("recognizes a transmission by either ending", () => {
    const listed = (name: string) =>
      knownValues([attribute("TRANSMISSION", "Transmisión", ["Manual", name])]);
    expect(named("corolla automático", listed("Automática"))).toEqual({ TRANSMISSION: "Automática" });
    expect(named("caja automatica", listed("Automático"))).toEqual({ TRANSMISSION: "Automático" });
  });

  it.each([
    ["vw gol trend", { BRAND: "Volkswagen", MODEL: "Gol Trend" }],
    ["mercedes blanco", { BRAND: "Mercedes-Benz", COLOR: "Blanco" }],
  ])("recognizes the short names of brands in '%s'", (title, expected) => {
    expect(named(title, car)).toEqual(expected);
  });

  it.each([
    ["alquilo departamento", "Alquiler"],
    ["se alquila casa", "Alquiler"],
    ["alugar apartamento", "Alquiler"],
    ["vendo casa", "Venta"],
    ["apartamento à venda", "Venta"],
    ["casa se vende", "Venta"],
  ])("recognizes the operation of '%s'", (title, OPERATION) => {
    expect(named(title, home)).toEqual({ OPERATION });
  });

  it("prefers the value that a synonym names exactly", () => {
    const cars = knownValues([
      attribute("BRAND", "Marca", ["Chevrolet"]),
      attribute("MODEL", "Modelo", ["Chevy", "Corsa"]),
    ]);
    expect(named("chevy 1998", cars)).toEqual({ MODEL: "Chevy" });
  });

  it("does not take a material for a color", () => {
    const ring = knownValues([attribute("COLOR", "Cor", ["Prata", "Preto"])]);
    expect(named("aliança de prata", ring)).toEqual({});
    expect(named("relógio prata", ring)).toEqual({ COLOR: "Prata" });
  });

  it("does not take a model of another brand than the named one", () => {
    const brands: BrandsOfModels = new Map([
      ["2008", new Set(["peugeot"])],
      ["gol", new Set(["volkswagen"])],
    ]);
    expect(named("fiat 2008", car, brands)).toEqual({ BRAND: "Fiat", VEHICLE_YEAR: "2008" });
    expect(named("peugeot 2008", car, brands)).toEqual({ BRAND: "Peugeot", MODEL: "2008" });
    expect(named("fiat palio", car, brands)).toEqual({ BRAND: "Fiat", MODEL: "Palio" });
    expect(named("gol", car, brands)).toEqual({ MODEL: "Gol" });
    expect(named("up: volkswagen gol", car, brands)).toEqual({ BRAND: "Volkswagen", MODEL: "Gol" });
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

  it.each([
    ["yerba 1/2 kg", { NET_WEIGHT: "500 g" }],
    ["yerba ½ kilo", { NET_WEIGHT: "500 g" }],
    ["yerba 0,500 kg", { NET_WEIGHT: "500 g" }],
    ["yerba 1.000 g", { NET_WEIGHT: "1 kg" }],
    ["yerba 1 1/2 kg", { NET_WEIGHT: "1.5 kg" }],
    ["yerba 1½ kg", { NET_WEIGHT: "1.5 kg" }],
    ["yerba 1 y 1/2 kg", { NET_WEIGHT: "1.5 kg" }],
    ["yerba 1 kilo y medio", { NET_WEIGHT: "1.5 kg" }],
    ["cafe 1/4 kg", { NET_WEIGHT: "0.25 kg" }],
    ["aceite 1 1/2 litro", { NET_VOLUME: "1.5 L" }],
    ["aceite 3/4 litro", { NET_VOLUME: "750 ml" }],
    ["yerba 1/3 kg", {}],
    ["yerba 5/10 kg", {}],
    ["yerba 1..5 kg", {}],
  ])("reads the fraction of a unit in '%s'", (title, expected) => {
    expect(named(title, grocery)).toEqual(expected);
  });

  it.each([
    ["colchon 1 1/2 plazas", { BED_SIZE: "1 1/2 plaza" }],
    ["colchon 1½ plaza", { BED_SIZE: "1 1/2 plaza" }],
    ["colchon 1 plaza y media", { BED_SIZE: "1 1/2 plaza" }],
    ["colchon 2 plazas", { BED_SIZE: "2 plazas" }],
    ["colchon 2 1/2 plazas", {}],
    ["colchon 2½ plazas", {}],
  ])("reads the half bed size of '%s'", (title, expected) => {
    expect(named(title, bed)).toEqual(expected);
  });

  it.each([
    ["50 m²", "50 m²"],
    ["75 m²", "75 m²"],
    ["75m2 cubiertos", "75 m²"],
    ["75 mts2", "75 m²"],
    ["75 metros cuadrados", "75 m²"],
    ["75 metros quadrados", "75 m²"],
    ["1.200 m2", "1200 m²"],
    ["1.200,50 m2", "1200.5 m²"],
  ])("reads the area of '%s'", (title, TOTAL_AREA) => {
    expect(named(title, home)).toEqual({ TOTAL_AREA });
  });

  it.each([
    ["120 000 km", "120000 km"],
    ["120.000 km", "120000 km"],
    ["120,000 km", "120000 km"],
    ["120000 km", "120000 km"],
    ["150 mil km", "150000 km"],
    ["64,1 mil km", "64100 km"],
    ["1.234.567 km", "1234567 km"],
    ["2015 120 000 km", "120000 km"],
    ["0km", "0 km"],
    ["1.5 km", "1.5 km"],
  ])("reads the thousands of '%s'", (title, expected) => {
    expect(named(title, car)).toMatchObject({ KILOMETERS: expected });
  });

  it("does not take the plus of a year for a model's, or a half cabin for a door", () => {
    expect(named("gol 2015+", car)).toEqual({ MODEL: "Gol", VEHICLE_YEAR: "2015" });
    expect(named("gol 5 puertas y media cabina", car)).toEqual({ MODEL: "Gol", DOORS: "5" });
  });

  it.each(["000 km", "120'000 km", "12 500 km", "auto -5 km"])("recognizes nothing in '%s'", (title) => {
    expect(named(title, car)).toEqual({});
  });

  it.each([
    ["1.500 g", { NET_WEIGHT: "1500 g" }],
    ["1.500 kg", { NET_WEIGHT: "1.5 kg" }],
    ["1.000 kg", { NET_WEIGHT: "1 kg" }],
    ["1.250 ml", { NET_VOLUME: "1250 ml" }],
    ["0,5 l", { NET_VOLUME: "0.5 L" }],
  ])("distinguishes thousands from thousandths in '%s'", (title, expected) => {
    expect(named(title, grocery)).toEqual(expected);
  });

  it("distinguishes liters of a drink from those of a tank by the category's values", () => {
    const drink = volume("500 ml", "2.25 L");
    expect(named("gaseosa 2.250 l", drink)).toEqual({ NET_VOLUME: "2.25 L" });
    expect(named("gaseosa 1.750 l", drink)).toEqual({ NET_VOLUME: "1.75 L" });
    expect(named("tanque 1.000 litros", volume("500 L", "1000 L"))).toEqual({ NET_VOLUME: "1000 L" });
    expect(named("tanque 1.500 litros", volume("500 L"))).toEqual({ NET_VOLUME: "1500 L" });
  });

  it("distinguishes two attributes of the same unit by their values only", () => {
    expect(named("celular 8gb 128gb", phone)).toEqual({ INTERNAL_MEMORY: "128 GB", RAM: "8 GB" });
    expect(named("celular 3gb", phone)).toEqual({});
    expect(named('celular 6.5" 6.5 pulgadas', phone)).toEqual({ DISPLAY_SIZE: '6.5 "' });
  });

  it("takes a single letter for a size only beside the word for size", () => {
    expect(named("remera m talle s", shirt)).toEqual({ SIZE: "S" });
    expect(named("zapatillas 42 xl", shirt)).toEqual({ SIZE: "XL", SHOE_SIZE: "42" });
    expect(named("s m l", shirt)).toEqual({});
  });

  it("gives no value id to a measure that the category does not list", () => {
    expect(recognize(titleTokens("arroz 250 g"), grocery)).toMatchObject([
      { valueId: null, valueName: "250 g" },
    ]);
  });
});
