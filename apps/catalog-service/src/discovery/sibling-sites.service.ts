import type { SiteDatabases } from "@marketplace/sharding";
import { siteOf, sites } from "../sites/sites.service.ts";
import type { CategoryModelsRepo } from "./category-models.repo.ts";
import type { LabeledTitlesRepo } from "./labeled-titles.repo.ts";
import { type SiblingSite, titlesPerSibling } from "./model/training/siblings.ts";
import type { SiteLeavesRepo } from "./site-leaves.repo.ts";

/** Finds the sites that a site's network also learns from (transfer learning). */
export type SiblingSites = (siteId: string) => Promise<SiblingSite[]>;

interface Repos {
  labeledTitles: LabeledTitlesRepo;
  categoryModels: CategoryModelsRepo;
  siteLeaves: SiteLeavesRepo;
}

/** A site learns from its own titles alone. */
export const noSiblings: SiblingSites = async () => [];

/** The repositories where a site is. */
type Places = <T>(siteId: string, read: (repos: Repos) => Promise<T>) => Promise<T>;

/** Every other site of the same language that has categories, with the latest titles of each category. */
export const sitesOfLanguage = (repos: Repos): SiblingSites =>
  siblingsOf(repos.categoryModels.sites, (_, read) => read(repos));

/** The same where sites have databases of their own. */
export const siblingsEverywhere = (all: () => Pick<SiteDatabases<Repos>, "fanOut" | "alone">): SiblingSites =>
  siblingsOf(
    async () => (await all().fanOut(({ categoryModels }) => categoryModels.sites())).flat(),
    (siteId, read) => all().alone(siteId, read),
  );

function siblingsOf(present: () => Promise<string[]>, at: Places): SiblingSites {
  return async (siteId) => {
    const { language } = siteOf(siteId);
    const known = new Set(await present());
    const others = sites.filter(
      (site) => site.id !== siteId && site.language === language && known.has(site.id),
    );
    const most = titlesPerSibling(others.length);
    return Promise.all(
      others.map(({ id }) =>
        at(id, async ({ labeledTitles, siteLeaves }) => ({
          titles: await collected(labeledTitles.forTraining(id, { most, minEach: 1 })),
          paths: await siteLeaves.paths(id),
        })),
      ),
    );
  };
}

async function collected<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}
