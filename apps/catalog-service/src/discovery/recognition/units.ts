/** How sellers write units in Spanish and Portuguese, by symbol. */
const spellings: Record<string, string> = {
  g: "gr grs gramo gramos grama gramas",
  kg: "kgs kilo kilos kilogramo kilogramos quilo quilos",
  mg: "miligramos miligramas",
  l: "lt lts litro litros",
  ml: "mls cc mililitro mililitros",
  m: "mt mts metro metros",
  cm: "cms centimetro centimetros",
  mm: "milimetro milimetros",
  km: "kms kilometro kilometros quilometro quilometros",
  gb: "gbs giga gigas gigabyte gigabytes",
  tb: "tera teras terabyte terabytes",
  w: "watt watts vatio vatios",
  v: "volt volts voltio voltios",
  '"': "” ″ pulg pulgada pulgadas pol polegada polegadas",
};

const symbols = new Map(
  Object.entries(spellings).flatMap(([symbol, words]) =>
    [symbol, ...words.split(" ")].map((word) => [word, symbol] as const),
  ),
);

/** The symbol of a unit, by any of its folded spellings; `undefined` when it is none we know. */
export const unitOf = (word: string): string | undefined => symbols.get(word);
