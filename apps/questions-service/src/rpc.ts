import type { QuestionsRpc } from "@marketplace/contracts";
import { openApiFragment, requestScope } from "@marketplace/conventions";
import { serviceVitals } from "@marketplace/events";
import type { Deps } from "./deps.ts";
import { closeItem } from "./questions/questions.service.ts";
import { resources } from "./resources.ts";

/** Implements the calls of the other services. */
export const questionsRpc = (deps: Deps): QuestionsRpc => ({
  describe: async () => openApiFragment(resources),
  vitals: () => serviceVitals(deps),
  itemClosed: ({ item_id }) =>
    deps.db.recordWrite(requestScope()?.caller?.userId, async () => ({
      closed: await closeItem(deps, item_id),
    })),
});
