import { useLocale } from "../texts/texts.ts";

/** Writes amounts in their currency, as the reader's language does. */
export function useMoney(): (amount: number, currency: string) => string {
  const { language } = useLocale();
  return (amount, currency) =>
    new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
}
