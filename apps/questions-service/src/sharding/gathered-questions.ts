import { siteOfId } from "@marketplace/database";
import type { QuestionsRepo } from "../questions/questions.repo.ts";
import type { QuestionSites } from "./sites.ts";

/** The questions of all databases; what changes one question is done in the database of its site. */
export function gatheredQuestions(
  own: QuestionsRepo,
  sites: QuestionSites<{ questions: QuestionsRepo }>,
): QuestionsRepo {
  const bySite = (ids: readonly number[]) => [...Map.groupBy(ids, siteOfId)];
  return {
    ...own,
    async findVisible(ids, userId) {
      const found = bySite(ids).map(([site, some]) =>
        sites.alone(site, ({ questions }) => questions.findVisible(some, userId)),
      );
      return (await Promise.all(found)).flat();
    },
    /** Each site's at once; repeating it does what a failure has left. */
    async hide(ids, at) {
      for (const [site, some] of bySite(ids))
        await sites.alone(site, ({ questions }) => questions.hide(some, at));
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
