import { z } from "zod";
import { describeCall, type Implementation, query } from "./contract.ts";

const Trades = z.object({ completed: z.int(), canceled: z.int() });

/** How many orders a user has sold and bought. */
export const UserTrades = z.object({ user_id: z.int(), sold: Trades, bought: Trades });
export type UserTrades = z.output<typeof UserTrades>;

export const invoicesContract = {
  describe: describeCall,
  /** The trades of each user, in no particular order; at most 500 ids. */
  trades: query(z.object({ user_ids: z.array(z.int()).max(500) }), z.array(UserTrades)),
} as const;

export type InvoicesRpc = Implementation<typeof invoicesContract>;
