import { afterEach, beforeEach, describe } from "vitest";
import type { SearchIndex } from "../port.ts";
import { changesConform } from "./changes.ts";
import { facetsConform } from "./facets.ts";
import { equalsPlainFilter } from "./plain-filter.ts";
import { textsConform } from "./texts.ts";

/**
 * What an index to be tested is opened with: site `MLA` in Spanish with the synonyms `heladera`,
 * `refrigerador` and `celular`, `telefono movil`; site `MLB` in Portuguese; site `MLX` in English.
 */
export const conformanceSynonyms = [
  ["heladera", "refrigerador"],
  ["celular", "telefono movil"],
] as const;

/** Opens an empty index and returns it. */
export type OpenIndex = () => Promise<SearchIndex>;

/** The tests that every driver of `SearchIndex` passes, with so many runs of random changes. */
export function searchIndexConforms(name: string, open: OpenIndex, { runs = 150 } = {}): void {
  describe(name, () => {
    let index: SearchIndex | undefined;
    beforeEach(async () => {
      index = await open();
    });
    afterEach(() => index?.close());
    const opened = (): SearchIndex => {
      if (!index) throw new Error("a test uses an index that is open");
      return index;
    };
    changesConform(opened);
    facetsConform(opened);
    textsConform(opened);
    equalsPlainFilter(open, runs);
  });
}
