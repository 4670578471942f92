/** A unit that stands behind its number with or without a space. */
const unit = "kgs?|grs?|g|mg|[gmt]b|ml|cc|lts?|l|cm|mm|mts?|m|k?w|v|mah|[mg]?hz|mp|hp";

const signed = /[-'.a-z]+/g;
const signs = /[-'.]/;
const measured = new RegExp(`(?<![a-z0-9.,])([0-9]+)( ?)(${unit})(?![a-z0-9])`, "g");
const inches =
  /(?<![a-z0-9.,"])([0-9]{1,3}(?:[.,][0-9]+)?)(?:"|''| (?:"|'')(?![a-z0-9])| ?(?:pulg|pol)(?![a-z0-9]))/g;
const numbered = /(?<![a-z0-9])([a-z]{3,})([0-9]{1,4})(?![a-z0-9])/g;
const foreignPlural = /(?<![a-z0-9])([a-z]+[bcdfghjklmnpqrtvwxyz])s(?![a-z0-9])/g;

/**
 * Other spellings of a text: "wifi" for "Router Wi-Fi 6", "8 kg" for "8kg" and back, "50 pulgadas" for 50",
 * "iphone 13" for "iPhone13", "notebook" for "Notebooks".
 */
export function spellingVariants(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[\u2010-\u2014]/g, "-")
    .replaceAll(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d\u2033]/g, '"')
    .toLowerCase();
  return [
    ...Array.from(plain.matchAll(signed), ([word]) => word.split(signs).filter((part) => part !== ""))
      .filter((parts) => parts.length > 1)
      .map((parts) => parts.join("")),
    ...Array.from(plain.matchAll(measured), ([, n, space, of]) => `${n}${space ? "" : " "}${of}`),
    ...Array.from(plain.matchAll(inches), ([, n = ""]) => `${n.replace(",", ".")} pulgadas polegadas`),
    ...Array.from(plain.matchAll(numbered), ([, word, n]) => `${word} ${n}`),
    ...Array.from(plain.matchAll(foreignPlural), ([, word = ""]) => word),
  ];
}
