import { marker } from "./text-normalization.ts";

/** Numbers in Spanish, Portuguese and English, without accents. */
const words: readonly [number: number, ...names: string[]][] = [
  [0, "cero", "zero"],
  [1, "uno", "um", "one"],
  [2, "dos", "dois", "two"],
  [3, "tres", "three"],
  [4, "cuatro", "quatro", "four"],
  [5, "cinco", "five"],
  [6, "seis", "meia", "six"],
  [7, "siete", "sete", "seven"],
  [8, "ocho", "oito", "eight"],
  [9, "nueve", "nove", "nine"],
  [10, "diez", "dez", "ten"],
  [11, "once", "onze", "eleven"],
  [12, "doce", "doze", "twelve"],
  [13, "trece", "treze", "thirteen"],
  [14, "catorce", "quatorze", "catorze", "fourteen"],
  [15, "quince", "quinze", "fifteen"],
  [20, "veinte", "vinte", "twenty"],
  [30, "treinta", "trinta", "thirty"],
  [40, "cuarenta", "quarenta", "forty"],
  [50, "cincuenta", "cinquenta", "fifty"],
  [60, "sesenta", "sessenta", "sixty"],
  [70, "setenta", "seventy"],
  [80, "ochenta", "oitenta", "eighty"],
  [90, "noventa", "ninety"],
];

const values = new Map(words.flatMap(([number, ...names]) => names.map((name) => [name, number] as const)));
/** "forty-four", "cuarenta y cuatro": the tens before a unit. */
const tensAndUnit = /~([2-9])0~(?: [ye] | |-)~(\d)~/g;

/** A text without accents, in lower case, with its number words as digits. */
export const withDigits = (text: string): string =>
  text
    .replace(/[a-z]{2,12}/g, (word) => (values.has(word) ? `${marker}${values.get(word)}${marker}` : word))
    .replace(tensAndUnit, `${marker}$1$2${marker}`);
