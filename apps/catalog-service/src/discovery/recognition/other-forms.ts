import { amountTexts, plainAmount } from "./amounts.ts";
import { titleTokens } from "./title-tokens.ts";
import { inEveryUnit, unitOf } from "./units.ts";

/** What people say for values of an attribute, by its id: each line one value, in the words of any site. */
const spoken: Record<string, readonly string[]> = {
  BRAND: ["Volkswagen, vw, volks", "Chevrolet, chevy", "Mercedes-Benz, mercedes"],
  OPERATION: [
    "venta, venda, vendo, vende",
    "alquiler, aluguel, arriendo, alquilo, alquila, alquilar, alugo, aluga, alugar, arrienda, arrendar",
  ],
};

const spokenKeys = new Map(
  Object.entries(spoken).map(([id, lines]) => [id, lines.map((line) => line.split(", ").map(keyOf))]),
);

/** The tokens of a name, joined with blanks. */
export function keyOf(name: string): string {
  return titleTokens(name)
    .map(({ text }) => text)
    .join(" ");
}

/** What else a title may call a value of an attribute, as keys. */
export const otherForms = (key: string, attributeId: string): string[] => [
  ...genders(key, attributeId),
  ...(spokenKeys.get(attributeId)?.find((keys) => keys.includes(key)) ?? []),
  ...amounts(key),
];

/** Some values agree with what they are said of: "negro", "negra"; of a transmission either may be the listed one. */
function genders(key: string, attributeId: string): string[] {
  const isTransmission = attributeId.startsWith("TRANSMISSION");
  if (key.endsWith("o") && (isTransmission || /^GENDER$|COLOR$/.test(attributeId)))
    return [`${key.slice(0, -1)}a`];
  return isTransmission && key.endsWith("a") ? [`${key.slice(0, -1)}o`] : [];
}

const amounts = (key: string): string[] =>
  [...amountsIn(key)].flatMap(([unit, amount]) => amountTexts(amount, unit).map((text) => `${text} ${unit}`));

/** The amount that a key says, in every unit it may be said in: 500 g are also 0.5 kg. Empty when it says none. */
export function amountsIn(key: string): Map<string, number> {
  const [number = "", unit = "", ...others] = key.split(" ");
  const isAmount = unitOf(unit) === unit && others.length === 0 && /^\d+(?:\.\d+)?$/.test(number);
  return isAmount ? inEveryUnit(Number(plainAmount(number, unit)), unit) : new Map();
}
