import { numberIn, separatorsIn, useLocale } from "../texts/texts.ts";

/** Writes numbers as the reader's language does. */
export function useNumbers(): (value: number) => string {
  const { language } = useLocale();
  return (value) => numberIn(language, value);
}

/** Of a `NumberInput`: numbers are typed as the console writes them, "1.500,50" in Spanish. */
export function useSeparators() {
  const { decimal, group } = separatorsIn(useLocale().language);
  return { decimalSeparator: decimal, thousandSeparator: group, allowedDecimalSeparators: [decimal] };
}
