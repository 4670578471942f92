import { type Currency, currencies } from "../demo/currencies.ts";

export type { Currency };
export { currencies };

const byId = new Map(currencies.map((currency) => [currency.id, currency]));

/** A currency by its ISO 4217 code. */
export const currencyOf = (id: string): Currency | undefined => byId.get(id);

/** The currencies of a site: its own and the dollar. */
export const currenciesOfSite = (defaultCurrencyId: string): Currency[] =>
  currencies.filter(({ id }) => id === defaultCurrencyId || id === "USD");
