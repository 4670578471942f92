import type pg from "pg";
import { inShortAttempts } from "../short-attempts.ts";

/** Which rows move, and how. */
export interface RowsMove {
  readonly siteId: string;
  /** Rows that are moved at once: those who change one of them wait for all. */
  readonly batchSize?: number;
  /** Runs after each batch, with how many rows have been moved. */
  readonly moved?: (rows: number) => Promise<void>;
}

/** Sessions of both databases, and the columns of the tables that move, which are the same in both. */
export interface Ends {
  home: pg.Client;
  site: pg.Client;
  columns: ReadonlyMap<string, readonly string[]>;
}

/** Parameters of a statement that chooses a batch: the site, where the batch before ended, how many rows. */
export type Choice = [siteId: string, after: string, limit: number];

export interface MovedBatch {
  /** How many rows it moved, as they are counted. */
  size: number;
  last: string;
}

interface Moving<Step> {
  /** What moves, in this order. */
  steps: readonly Step[];
  /** In a transaction at home, whose locks last until the rows are stored at the site. */
  moveBatch(step: Step, choice: Choice): Promise<MovedBatch | undefined>;
}

/** Moves one batch after the other until none is left of any step, and gives the number of rows. */
export async function moveInBatches<Step>(
  { siteId, batchSize = 200, moved = async () => {} }: RowsMove,
  home: pg.Client,
  { steps, moveBatch }: Moving<Step>,
): Promise<number> {
  let count = 0;
  for (const step of steps) {
    for (let after = "0"; ; ) {
      const batch = await inShortAttempts(home, () => moveBatch(step, [siteId, after, batchSize]));
      if (!batch) break;
      count += batch.size;
      after = batch.last;
      await moved(count);
    }
  }
  return count;
}
