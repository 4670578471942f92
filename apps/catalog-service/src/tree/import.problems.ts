import { problems } from "../problems.ts";
import { siteOf } from "../sites/sites.service.ts";

/** A file that is not imported, for the reasons in the message: lines that name what is wrong and where. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}

/** How many reasons a refusal names. */
const namedAtMost = 20;

/** The reasons against a file: the first of them by their words, the others by their number. */
export class RefusalReasons {
  readonly #named: string[] = [];
  #others = 0;

  /** `reason` is asked for its words only while they are wanted: a bad file may have a million. */
  add(reason: () => string): void {
    if (this.#named.length < namedAtMost) this.#named.push(reason());
    else this.#others += 1;
  }

  /** Throws ImportRefused if there is any reason. */
  refuse(): void {
    if (this.#named.length === 0) return;
    const more = this.#others > 0 ? [`and ${this.#others} more`] : [];
    throw new ImportRefused([...this.#named, ...more].join("\n"));
  }
}

/** Refuses a site that does not exist. */
export function assertSite(site: string): void {
  try {
    siteOf(site);
  } catch {
    throw new ImportRefused(problems.site_not_found({ id: site }).message);
  }
}
