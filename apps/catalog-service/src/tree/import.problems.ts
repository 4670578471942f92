import { problems } from "../problems.ts";
import { siteOf } from "../sites/sites.service.ts";

/** A file is not imported; the message names the issues, one per line. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}

/** Issues in one message. */
const maxNamed = 20;

/** Collects issues of a file: the text of the first ones, the number of the others. */
export class ImportIssues {
  readonly #named: string[] = [];
  #others = 0;

  /** `issue` is a function because a bad file may have a million issues, most of which are only counted. */
  add(issue: () => string): void {
    if (this.#named.length < maxNamed) this.#named.push(issue());
    else this.#others += 1;
  }

  /** Throws ImportRefused if there is any. */
  refuse(): void {
    if (this.#named.length === 0) return;
    const more = this.#others > 0 ? [`and ${this.#others} more`] : [];
    throw new ImportRefused([...this.#named, ...more].join("\n"));
  }
}

/** Throws ImportRefused for an unknown site. */
export function assertSite(site: string): void {
  try {
    siteOf(site);
  } catch {
    throw new ImportRefused(problems.site_not_found({ id: site }).message);
  }
}
