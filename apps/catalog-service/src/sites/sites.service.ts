import { type Site, sites } from "../demo/sites.ts";
import { problems } from "../problems.ts";

export type { Site };
export { sites };

const byId = new Map(sites.map((site) => [site.id, site]));

/** The site, or 404 `Site not found: <id>`. */
export function siteOf(id: string): Site {
  const site = byId.get(id);
  if (!site) throw problems.site_not_found({ id });
  return site;
}

/** The site an item, category or domain id belongs to, by its first three letters. */
export const siteIdOf = (scopedId: string): string => scopedId.slice(0, 3);
