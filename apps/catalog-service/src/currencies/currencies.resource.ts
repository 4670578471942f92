import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { CurrencyWire } from "./currencies.schema.ts";
import { currencies, currencyOf } from "./currencies.service.ts";

export const currenciesResource = resource({
  name: "Currencies",
  description: "Currencies of the sites, and the dollar",
  fields: CurrencyWire,
  related: ["/sites"],
  connections: { id: "/currencies/{id}" },
  operations: [
    operation({
      id: "listCurrencies",
      method: "GET",
      path: "/currencies",
      anonymous: true,
      summary: "Lists all currencies",
      response: z.array(CurrencyWire),
      cache: { seconds: 60, keys: ["tree"] },
      handle: () => currencies,
    }),
    operation({
      id: "getCurrency",
      method: "GET",
      path: "/currencies/{id}",
      anonymous: true,
      summary: "Reads a currency",
      example: "/currencies/ARS",
      params: {
        id: z
          .string()
          .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code such as ARS")
          .describe("ISO 4217 code"),
      },
      response: CurrencyWire,
      errors: [problems.currency_not_found],
      cache: { seconds: 60, keys: ["tree"] },
      handle: ({ params: { id } }) => {
        const currency = currencyOf(id);
        if (!currency) throw problems.currency_not_found({ id });
        return currency;
      },
    }),
  ],
});
