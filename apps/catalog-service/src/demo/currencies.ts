/** A currency as it is sent: `id` is the ISO 4217 code, `decimal_places` how many digits a price may have. */
export interface Currency {
  readonly id: string;
  readonly description: string;
  readonly symbol: string;
  readonly decimal_places: number;
}

type CurrencyRow = readonly [id: string, description: string, symbol: string, decimalPlaces: number];

const rows: readonly CurrencyRow[] = [
  ["ARS", "Peso argentino", "$", 2],
  ["BOB", "Boliviano", "Bs", 2],
  ["BRL", "Real", "R$", 2],
  ["CLP", "Peso chileno", "$", 0],
  ["COP", "Peso colombiano", "$", 2],
  ["CRC", "Colón costarricense", "₡", 2],
  ["CUP", "Peso cubano", "$", 2],
  ["DOP", "Peso dominicano", "RD$", 2],
  ["GTQ", "Quetzal guatemalteco", "Q", 2],
  ["HNL", "Lempira", "L", 2],
  ["MXN", "Peso mexicano", "$", 2],
  ["NIO", "Córdoba", "C$", 2],
  ["PAB", "Balboa", "B/.", 2],
  ["PEN", "Sol", "S/", 2],
  ["PYG", "Guaraní", "₲", 0],
  ["USD", "Dólar", "U$S", 2],
  ["UYU", "Peso uruguayo", "$", 2],
  ["VES", "Bolívar soberano", "Bs.S", 2],
];

/** The currencies of all sites plus USD, by code (decisions 7.7). */
export const currencies: readonly Currency[] = rows.map(([id, description, symbol, decimal_places]) => ({
  id,
  description,
  symbol,
  decimal_places,
}));
