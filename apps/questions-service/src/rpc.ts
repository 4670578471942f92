import type { QuestionsRpc } from "@marketplace/contracts";
import { openApiFragment, requestScope } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { vitalsWith } from "@marketplace/events";
import { atSite, outboxesOf, worstOf } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { closeItem } from "./questions/questions.service.ts";
import { resources } from "./resources.ts";

/** Implements the calls of the other services. */
export const questionsRpc = (deps: Deps): QuestionsRpc => ({
  describe: async () => openApiFragment(resources),
  vitals: async () => vitalsWith(worstOf(await outboxesOf(deps))),
  itemClosed: ({ item_id }) => {
    const close = async (of: Deps) => {
      const left = (await of.leftAtHome?.close(item_id)) ?? 0;
      return of.db.recordWrite(requestScope()?.caller?.userId, async () => ({
        closed: left + (await closeItem(of, item_id)),
      }));
    };
    return atSite(deps, siteOfItem(item_id), close);
  },
});
