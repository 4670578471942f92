import { problems } from "../problems.ts";
import { siteOf } from "../sites/sites.ts";

/** A file that is not imported, for the reason in the message: one line that names what is wrong and where. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}

/** Refuses a site that does not exist. */
export function assertSite(site: string): void {
  try {
    siteOf(site);
  } catch {
    throw new ImportRefused(problems.site_not_found({ id: site }).message);
  }
}
