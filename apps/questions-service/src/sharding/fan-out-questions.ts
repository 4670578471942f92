import { siteOfId } from "@marketplace/database";
import { findRows, type SiteDatabases } from "@marketplace/sharding";
import type { QuestionsRepo } from "../questions/questions.repo.ts";

/** The questions of all databases; what changes one question is done in the database of its site. */
export function fanOutQuestions(
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
    findVisible: (ids, userId) =>
      findRows(sites, ids, {
        find: ({ questions }, some) => questions.findVisible(some, userId),
        idOf: ({ id }) => id,
      }),
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
      const all = await sites.fanOut(({ questions }) => questions.waiting());
      return all.reduce((sum, { review, answer }) => ({
        review: sum.review + review,
        answer: sum.answer + answer,
      }));
    },
    async answeredCounts(askerIds) {
      const all = await sites.fanOut(({ questions }) => questions.answeredCounts(askerIds));
      const counts = new Map<number, number>();
      for (const [askerId, count] of all.flatMap((some) => [...some]))
        counts.set(askerId, (counts.get(askerId) ?? 0) + count);
      return counts;
    },
  };
}
