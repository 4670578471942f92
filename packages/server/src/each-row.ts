import { isUnavailable } from "@marketplace/conventions";

interface EachRow<Row> {
  /** The rows after that one, or the first ones, in the order of their keys; none after the last. */
  page(after: Row | undefined): Promise<readonly Row[]>;
  work(row: Row): Promise<unknown>;
  /** Told of a row whose work failed. */
  failed(err: unknown, row: Row): void;
  signal?: AbortSignal | undefined;
}

/** After so many outages in a row, each further row would only wait for its timeout as well. */
const outagesAtMost = 3;

/**
 * Does a job's work for every row of a list, page by page (keyset pagination), until the signal aborts. A row
 * that fails waits for the next run and keeps no other from its turn, however many fail. When a database or
 * service that the work needs is away, the run fails. Gives the number of rows whose work succeeded.
 */
export async function forEachRow<Row>({ page, work, failed, signal }: EachRow<Row>): Promise<number> {
  let done = 0;
  let outages = 0;
  let after: Row | undefined;
  for (;;) {
    const rows = signal?.aborted ? [] : await page(after);
    for (const row of rows) {
      if (signal?.aborted) return done;
      try {
        await work(row);
        done += 1;
        outages = 0;
      } catch (err) {
        outages = isUnavailable(err) ? outages + 1 : 0;
        if (outages === outagesAtMost) throw err;
        failed(err, row);
      }
    }
    after = rows.at(-1);
    if (after === undefined) return done;
  }
}
