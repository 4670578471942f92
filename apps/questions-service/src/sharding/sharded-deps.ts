import { requestScope } from "@marketplace/conventions";
import type { ShardUrls } from "@marketplace/database";
import { createSites, guardedKeys, type SiteDatabases } from "@marketplace/sharding";
import type { Config } from "../config.ts";
import { createDeps, type Deps, observed, openDeps, openHome, type Parts } from "../deps.ts";
import { closeLeftAtHome } from "../questions/questions.service.ts";
import { fanOutQuestions } from "./fan-out-questions.ts";
import { fanOutResponseTimes } from "./fan-out-response-times.ts";
import { fanOutSearch } from "./fan-out-search.ts";
import { createLeftAtHome } from "./left-at-home.ts";

/** The dependencies with the databases of sites: what is of no single site is read from all (fan-out). */
export async function createShardedDeps(config: Config, parts: Parts, urls: ShardUrls): Promise<Deps> {
  if (urls.size === 0) return createDeps(config, parts);
  const home = openHome(config, parts);
  const sites = await createSites({
    home,
    urls,
    open: (url) => openDeps(config, parts, { url }),
    present: (...given) => presented(home, ...given),
    holds: (of, id) => of.questions.holds(id),
  });
  return observed(sites.home);
}

/** The dependencies that handlers get, made of those on one database. */
function presented(home: Deps, of: Deps, sites: SiteDatabases<Deps>, siteId?: string): Deps {
  const questions = fanOutQuestions(of.questions, sites);
  const conventions = guardedKeys(home, of.conventions, sites, siteId);
  const shared = { ...of, sites, conventions };
  if (siteId !== undefined)
    return {
      ...shared,
      // Its own questions, but what is known of askers is known from everywhere.
      questions: { ...of.questions, answeredCounts: questions.answeredCounts },
      blockedAtHome: home.blacklist.isBlocked,
      leftAtHome: createLeftAtHome(() => sites.isMoving(siteId), {
        history: home.questions.itemHistory,
        close: (itemId) =>
          home.db.recordWrite(requestScope()?.caller?.userId, () => closeLeftAtHome(home, itemId)),
      }),
      blacklist: home.blacklist,
      savedAnswers: home.savedAnswers,
    };
  return {
    ...shared,
    questions,
    search: fanOutSearch(sites),
    responseTimes: fanOutResponseTimes(sites),
    close: () => sites.close(),
  };
}
