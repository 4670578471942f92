import type { Site } from "../sites/sites.service.ts";
import type { Sort } from "./search.schema.ts";

type Language = Site["language"];

interface Names {
  category: string;
  price: string;
  condition: string;
  shipping: string;
  shipping_cost: string;
  seller_id: string;
  nickname: string;
  free: string;
  /** A Map, because an object would also have a name for `toString`. */
  conditions: ReadonlyMap<string, string>;
  sorts: Record<Sort, string>;
  upTo: string;
  from: string;
  between: string;
}

const names: Record<Language, Names> = {
  es: {
    category: "Categorías",
    price: "Precio",
    condition: "Condición",
    shipping: "Costo de envío",
    shipping_cost: "Costo de envío",
    seller_id: "Vendedor",
    nickname: "Vendedor",
    free: "Gratis",
    conditions: new Map([
      ["new", "Nuevo"],
      ["used", "Usado"],
      ["refurbished", "Reacondicionado"],
      ["not_specified", "No especificado"],
    ]),
    sorts: { relevance: "Más relevantes", price_asc: "Menor precio", price_desc: "Mayor precio" },
    upTo: "Hasta",
    from: "Más de",
    between: "a",
  },
  pt: {
    category: "Categorias",
    price: "Preço",
    condition: "Condição",
    shipping: "Custo do frete",
    shipping_cost: "Custo do frete",
    seller_id: "Vendedor",
    nickname: "Vendedor",
    free: "Grátis",
    conditions: new Map([
      ["new", "Novo"],
      ["used", "Usado"],
      ["refurbished", "Recondicionado"],
      ["not_specified", "Não especificado"],
    ]),
    sorts: { relevance: "Mais relevantes", price_asc: "Menor preço", price_desc: "Maior preço" },
    upTo: "Até",
    from: "Mais de",
    between: "a",
  },
};

/** The names of filters and sort orders in a language. */
export const filterNames = (language: Language): Names => names[language];

interface Ends {
  from: number | undefined;
  to: number | undefined;
}

/** A price range as the `price` parameter takes it. */
export const priceId = ({ from, to }: Ends): string => `${from ?? "*"}-${to ?? "*"}`;

/** A price range in words: `100 a 500`, `Hasta 500`. */
export function priceName({ from, to }: Ends, language: Language): string {
  const { upTo, from: over, between } = names[language];
  if (from === undefined) return to === undefined ? "*" : `${upTo} ${to}`;
  return to === undefined ? `${over} ${from}` : `${from} ${between} ${to}`;
}
