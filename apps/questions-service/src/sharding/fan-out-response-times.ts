import type { SiteDatabases } from "@marketplace/sharding";
import type { ResponseTimeRepo } from "../response-time/response-time.repo.ts";

interface Sum {
  questions: number;
  seconds: number;
}

/** A seller's response times over all sites: sums add up. */
export function fanOutResponseTimes(
  sites: SiteDatabases<{ responseTimes: ResponseTimeRepo }>,
): ResponseTimeRepo {
  return {
    async hasQuestions(sellerId) {
      return (await sites.fanOut(({ responseTimes }) => responseTimes.hasQuestions(sellerId))).includes(true);
    },
    async sums(sellerId, now) {
      const all = await sites.fanOut(({ responseTimes }) => responseTimes.sums(sellerId, now));
      const periods = Map.groupBy(all.flat(), ({ period }) => period);
      return [...periods].map(([period, sums]) => ({ period, ...added(sums) }));
    },
    async pastTotals(sellerId, moments) {
      const all = await sites.fanOut(({ responseTimes }) => responseTimes.pastTotals(sellerId, moments));
      const days = Map.groupBy(all.flat(), ({ at }) => at.getTime());
      return [...days].map(([at, sums]) => ({ at: new Date(at), ...added(sums) }));
    },
  };
}

const added = (sums: readonly Sum[]): Sum => ({
  questions: sums.reduce((sum, { questions }) => sum + questions, 0),
  seconds: sums.reduce((sum, { seconds }) => sum + seconds, 0),
});
