import hotSale from "./definitions/hot-sale.json" with { type: "json" };
import refreshRace from "./definitions/refresh-race.json" with { type: "json" };
import { Scenario } from "./scenario.schema.ts";

/** The scenarios of the product, by name. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  [hotSale, refreshRace].map((definition) => {
    const scenario = Scenario.parse(definition);
    return [scenario.name, scenario] as const;
  }),
);
