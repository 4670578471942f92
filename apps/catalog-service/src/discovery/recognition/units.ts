/** The symbol of square meters as one character, because `m2` would be two tokens. */
export const squareMeter = "㎡";

/** Spanish and Portuguese spellings of units, by symbol. */
const spellings: Record<string, string> = {
  g: "gr grs gramo gramos grama gramas",
  kg: "kgs kilo kilos kilogramo kilogramos quilo quilos",
  mg: "miligramos miligramas",
  l: "lt lts litro litros",
  ml: "mls cc mililitro mililitros",
  m: "mt mts metro metros",
  [squareMeter]: "m2 mt2 mts2 metro2 metros2",
  cm: "cms centimetro centimetros",
  mm: "milimetro milimetros",
  km: "kms kilometro kilometros quilometro quilometros",
  gb: "gbs giga gigas gigabyte gigabytes",
  tb: "tera teras terabyte terabytes",
  w: "watt watts vatio vatios",
  v: "volt volts voltio voltios",
  mah: "mahs",
  '"': "” ′′ pulg pulgada pulgadas pol polegada polegadas",
};

/** Convertible units with their factors: `500 g` is `0.5 kg`. */
const scales: readonly Record<string, number>[] = [
  { mg: 1, g: 1_000, kg: 1_000_000 },
  { ml: 1, l: 1_000 },
  { mm: 1, cm: 10, m: 1_000 },
];

const symbols = new Map(
  Object.entries(spellings).flatMap(([symbol, words]) =>
    [symbol, ...words.split(" ")].map((word) => [word, symbol] as const),
  ),
);

/** The symbol of a unit by any of its folded spellings; `undefined` for unknown words. */
export const unitOf = (word: string): string | undefined => symbols.get(word);

/** Converts an amount to every unit of its scale, by symbol. */
export function inEveryUnit(amount: number, unit: string): Map<string, number> {
  const scale = scales.find((parts) => unit in parts) ?? { [unit]: 1 };
  const parts = amount * (scale[unit] ?? 1);
  return new Map(
    Object.entries(scale).map(([symbol, size]) => [symbol, Number((parts / size).toPrecision(12))]),
  );
}
