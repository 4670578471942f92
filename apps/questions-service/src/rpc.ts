import type { QuestionsRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import type { Deps } from "./deps.ts";
import { closeItem } from "./questions/questions.service.ts";
import { resources } from "./resources.ts";

/** What questions-service does for the other services. */
export const questionsRpc = (deps: Deps): QuestionsRpc => ({
  describe: async () => openApiFragment(resources),
  itemClosed: async ({ item_id }) => ({ closed: await closeItem(deps, item_id) }),
});
