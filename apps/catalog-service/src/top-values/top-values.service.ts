import { dayMs } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import type { TopValuesQuery } from "./top-values.repo.ts";
import type { TopValue } from "./top-values.schema.ts";

/** Domains with top values (spec: D, top values). */
const availableDomains: ReadonlySet<string> = new Set(
  ["MLA", "MLB", "MLM", "MLU"].map((site) => `${site}-CARS_AND_VANS`),
);

const periodMs = 90 * dayMs;

/** The most used values of an attribute; 404 for other domains and unknown attributes (decisions 7.6). */
export async function readTopValues(
  query: Omit<TopValuesQuery, "since">,
  { categories, topValues, clock }: Deps,
): Promise<TopValue[]> {
  const { domainId, attributeId } = query;
  if (!availableDomains.has(domainId)) throw problems.domain_not_found({ id: domainId });
  const attributes = await categories.domainAttributeIds(domainId);
  if (!attributes.has(attributeId)) throw problems.attribute_not_found({ id: attributeId, domain: domainId });
  return topValues.count({ ...query, since: new Date(clock.now().getTime() - periodMs) });
}
