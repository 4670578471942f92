import { z } from "zod";
import { describeCall, type Implementation, mutation } from "./contract.ts";
import { vitalsCall } from "./vitals.ts";

export const questionsContract = {
  describe: describeCall,
  vitals: vitalsCall,
  /** Closes the item's unanswered questions; repeating it changes nothing. */
  itemClosed: mutation(z.object({ item_id: z.string() }), z.object({ closed: z.int() })),
} as const;

export type QuestionsRpc = Implementation<typeof questionsContract>;
