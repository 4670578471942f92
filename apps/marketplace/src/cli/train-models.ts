import { type Deps, trainSite } from "@marketplace/catalog-service";
import { StartRefused } from "../boot/start-refused.ts";
import type { BarState } from "./progress-bar.ts";

export interface TrainModelsOptions {
  /** All sites with categories when absent. */
  site?: string | undefined;
  /** Prints one line of JSON per site. */
  print: (line: string) => void;
  onProgress: (state: BarState) => void;
}

/**
 * Trains one site after the other. Rejects with StartRefused for a site without categories or in training.
 */
export async function trainModels(
  catalog: Deps,
  { site, print, onProgress }: TrainModelsOptions,
): Promise<void> {
  const sites = await catalog.categoryModels.sites();
  if (site !== undefined && !sites.includes(site))
    throw new StartRefused(`${site} has no categories to predict`);
  for (const id of site === undefined ? sites : [site]) {
    const training = await trainSite(id, catalog, {
      onProgress: ({ categoriesDone, categoriesTotal }) =>
        onProgress({ phase: id, done: categoriesDone, total: categoriesTotal }),
    });
    if (!training) throw new StartRefused(`${id} is being trained already: try again when that has ended`);
    print(JSON.stringify({ site: id, ...training }));
  }
}
