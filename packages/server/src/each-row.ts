import { countOutages } from "./outages.ts";

interface EachRow<Row> {
  /** The rows after that one, or the first ones, in the order of their keys; none after the last. */
  page(after: Row | undefined): Promise<readonly Row[]>;
  work(row: Row): Promise<unknown>;
  /** Told of a row whose work failed. */
  failed(err: unknown, row: Row): void;
  /** Where the work of a row is done, such as its site, when one place can be away without the others. */
  place?(row: Row): string;
  signal?: AbortSignal | undefined;
}

/**
 * Does a job's work for every row of a list, page by page (keyset pagination), until the signal aborts. A row
 * that fails waits for the next run and keeps no other from its turn, however many fail. When a database or
 * service that the work needs is away, the run fails; where rows have places, after it has worked for those
 * of the other places. Gives the number of rows whose work succeeded.
 */
export async function forEachRow<Row>(list: EachRow<Row>): Promise<number> {
  const { page, work, failed, place, signal } = list;
  const outages = countOutages();
  let done = 0;
  let outage: unknown;
  let after: Row | undefined;
  for (;;) {
    const rows = signal?.aborted ? [] : await page(after);
    for (const row of rows) {
      if (signal?.aborted) return done;
      const at = place?.(row) ?? "";
      if (outages.isAway(at)) continue;
      try {
        await outages.counted(at, () => work(row));
        done += 1;
      } catch (err) {
        if (!outages.isAway(at)) failed(err, row);
        else if (place) outage ??= err;
        else throw err;
      }
    }
    after = rows.at(-1);
    if (after !== undefined) continue;
    if (outage !== undefined) throw outage;
    return done;
  }
}
