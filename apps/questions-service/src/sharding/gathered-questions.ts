import { siteOfId } from "@marketplace/database";
import type { SiteDatabases } from "@marketplace/sharding";
import type { QuestionsRepo } from "../questions/questions.repo.ts";

/** The questions of all databases; what changes one question is done in the database of its site. */
export function gatheredQuestions(
  own: QuestionsRepo,
  sites: SiteDatabases<{ questions: QuestionsRepo }>,
): QuestionsRepo {
  const bySite = (ids: readonly number[]) => {
    const groups = Map.groupBy(ids, siteOfId);
    const ofHome = groups.get(undefined) ?? [];
    groups.delete(undefined);
    return { ofHome, ofSites: [...groups] as [string, number[]][] };
  };
  return {
    ...own,
    async findVisible(ids, userId) {
      const { ofHome, ofSites } = bySite(ids);
      const findAt = (siteId: string | undefined, some: readonly number[]) =>
        sites.alone(siteId, ({ questions }) => questions.findVisible(some, userId));
      const found = (await Promise.all(ofSites.map(([siteId, some]) => findAt(siteId, some)))).flat();
      if (ofHome.length === 0) return found;
      found.push(...(await findAt(undefined, ofHome)));
      const known = new Set(found.map(({ id }) => id));
      const left = ofHome.filter((id) => !known.has(id));
      if (left.length === 0) return found;
      const others = (await sites.afterHome()).map((siteId) => findAt(siteId, left));
      return [...found, ...(await Promise.all(others)).flat()];
    },
    /** Each site's at once; repeating it does what a failure has left. */
    async hide(ids, at) {
      const { ofHome, ofSites } = bySite(ids);
      const hideAt = (siteId: string | undefined, some: readonly number[]) =>
        sites.alone(siteId, ({ questions }) => questions.hide(some, at));
      for (const [siteId, some] of ofSites) await hideAt(siteId, some);
      if (ofHome.length === 0) return;
      await hideAt(undefined, ofHome);
      for (const siteId of await sites.afterHome()) await hideAt(siteId, ofHome);
    },
    async waiting() {
      const all = await sites.gather(({ questions }) => questions.waiting());
      return all.reduce((sum, { review, answer }) => ({
        review: sum.review + review,
        answer: sum.answer + answer,
      }));
    },
    async answeredCounts(askerIds) {
      const all = await sites.gather(({ questions }) => questions.answeredCounts(askerIds));
      const counts = new Map<number, number>();
      for (const [askerId, count] of all.flatMap((some) => [...some]))
        counts.set(askerId, (counts.get(askerId) ?? 0) + count);
      return counts;
    },
  };
}
