import { numberIn, useLocale } from "../texts/texts.ts";

/** Writes numbers as the reader's language does. */
export function useNumbers(): (value: number) => string {
  const { language } = useLocale();
  return (value) => numberIn(language, value);
}
