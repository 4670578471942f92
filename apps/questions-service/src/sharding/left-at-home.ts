import type { ItemHistory } from "../questions/questions.repo.ts";

/** What home has of the items of a site that takes its new questions itself. */
export interface LeftAtHome {
  /** To be asked before the site's database: what leaves home is there by then. */
  history(itemId: string, askerId: number): Promise<ItemHistory>;
  /** Closes the questions on a closed item; before those in the site's database, for the same reason. */
  close(itemId: string): Promise<number>;
}

const nothing: ItemHistory = { closed: false, asked: false };

/** Asks home only while rows are on their way. */
export const createLeftAtHome = (isMoving: () => boolean, home: LeftAtHome): LeftAtHome => ({
  history: async (itemId, askerId) => (isMoving() ? home.history(itemId, askerId) : nothing),
  close: async (itemId) => (isMoving() ? home.close(itemId) : 0),
});
