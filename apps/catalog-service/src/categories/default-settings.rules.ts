import { settingsFor } from "../demo/settings.ts";
import { siteOf } from "../sites/sites.service.ts";
import type { Settings } from "./categories.schema.ts";
import { CategorySettings } from "./categories.schema.ts";
import { type Logistics, logisticTypes } from "./shipping-preferences.schema.ts";

const plain = {
  ...settingsFor("MLA", "core", { domain: null }),
  listing_allowed: true,
  // Wide enough for the titles of any shop: a tree that wants less says so.
  max_title_length: 256,
} as unknown as Settings;

/** The settings that a category has where a tree file leaves them out. */
export const defaultSettings = (siteId: string): Settings => ({
  ...plain,
  currencies: [siteOf(siteId).default_currency_id],
});

/** The shipping preferences of a new category, which follow from its shipping modes. */
export const defaultLogistics = (settings: Partial<Pick<Settings, "shipping_modes">>): Logistics[] =>
  (settings.shipping_modes ?? []).includes("me2") ? [{ types: [...logisticTypes], mode: "me2" }] : [];

const fields = Object.entries(CategorySettings.shape);

/**
 * Settings as they were stored. An earlier release did not validate files, so missing values and values of
 * another type get the default.
 */
export function storedSettings(stored: unknown, siteId: string): Settings {
  const whole = CategorySettings.safeParse(stored);
  // Not the parsed value: zod orders the fields as the schema does.
  if (whole.success) return stored as Settings;
  const kept = typeof stored === "object" && stored !== null && !Array.isArray(stored) ? stored : {};
  const known: Record<string, unknown> = { ...kept };
  for (const [key, field] of fields) if (!field.safeParse(known[key]).success) delete known[key];
  return { ...defaultSettings(siteId), ...known };
}
