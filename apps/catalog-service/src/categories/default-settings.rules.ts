import { settingsFor } from "../demo/settings.ts";
import { siteOf } from "../sites/sites.service.ts";
import { CategorySettings } from "./categories.schema.ts";
import type { Settings } from "./category.ts";

// The demo's data is read-only; what is made of this is a copy.
const plain = {
  ...settingsFor("MLA", "core", { domain: null }),
  listing_allowed: true,
} as unknown as Settings;

/** The settings of a plain category of a site: what a tree file does not say. */
export const plainSettings = (siteId: string): Settings => ({
  ...plain,
  currencies: [siteOf(siteId).default_currency_id],
});

const fields = Object.entries(CategorySettings.shape);

/**
 * Settings as they were stored. An earlier release took them from files as they were: what is not of its type, or missing, has
 * a plain category's value.
 */
export function storedSettings(stored: unknown, siteId: string): Settings {
  const whole = CategorySettings.safeParse(stored);
  // As it is: the schema would put the fields in an order of its own.
  if (whole.success) return stored as Settings;
  const kept = typeof stored === "object" && stored !== null && !Array.isArray(stored) ? stored : {};
  const known: Record<string, unknown> = { ...kept };
  for (const [key, field] of fields) if (!field.safeParse(known[key]).success) delete known[key];
  return { ...plainSettings(siteId), ...known };
}
