import flexDay from "./definitions/flex-day.json" with { type: "json" };
import hotSale from "./definitions/hot-sale.json" with { type: "json" };
import orderLifecycle from "./definitions/order-lifecycle.json" with { type: "json" };
import refreshRace from "./definitions/refresh-race.json" with { type: "json" };
import webhookOutage from "./definitions/webhook-outage.json" with { type: "json" };
import { Scenario } from "./scenario.schema.ts";

/** The scenarios of the product, by name. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  [flexDay, hotSale, orderLifecycle, refreshRace, webhookOutage].map((definition) => {
    const scenario = Scenario.parse(definition);
    return [scenario.name, scenario] as const;
  }),
);
