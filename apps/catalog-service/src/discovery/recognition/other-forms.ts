import { amountTexts, plainAmount } from "./amounts.ts";
import { titleTokens } from "./title-tokens.ts";
import { inEveryUnit, unitOf } from "./units.ts";

/** Synonyms of values by attribute id: each line is one value, in the languages of all sites. */
const synonyms: Record<string, readonly string[]> = {
  BRAND: ["Volkswagen, vw, volks", "Chevrolet, chevy", "Mercedes-Benz, mercedes"],
  OPERATION: [
    "venta, venda, vendo, vende",
    "alquiler, aluguel, arriendo, alquilo, alquila, alquilar, alugo, aluga, alugar, arrienda, arrendar",
  ],
};

const synonymKeys = new Map(
  Object.entries(synonyms).map(([id, lines]) => [id, lines.map((line) => line.split(", ").map(keyOf))]),
);

/** The tokens of a name, joined with blanks. */
export function keyOf(name: string): string {
  return titleTokens(name)
    .map(({ text }) => text)
    .join(" ");
}

/** The keys of other names of a value: gender forms, synonyms and equal amounts. */
export const otherForms = (key: string, attributeId: string): string[] => [
  ...genders(key, attributeId),
  ...(synonymKeys.get(attributeId)?.find((keys) => keys.includes(key)) ?? []),
  ...amounts(key),
];

/** Gender inflection ("negro", "negra"); a transmission may be listed in either gender. */
function genders(key: string, attributeId: string): string[] {
  const isTransmission = attributeId.startsWith("TRANSMISSION");
  if (key.endsWith("o") && (isTransmission || /^GENDER$|COLOR$/.test(attributeId)))
    return [`${key.slice(0, -1)}a`];
  return isTransmission && key.endsWith("a") ? [`${key.slice(0, -1)}o`] : [];
}

const amounts = (key: string): string[] =>
  [...amountsIn(key)].flatMap(([unit, amount]) => amountTexts(amount, unit).map((text) => `${text} ${unit}`));

/** The amount of a key in every unit of its scale: 500 g is also 0.5 kg. Empty for other keys. */
export function amountsIn(key: string): Map<string, number> {
  const [number = "", unit = "", ...others] = key.split(" ");
  const isAmount = unitOf(unit) === unit && others.length === 0 && /^\d+(?:\.\d+)?$/.test(number);
  return isAmount ? inEveryUnit(Number(plainAmount(number, unit)), unit) : new Map();
}
