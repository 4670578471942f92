import { AsyncLocalStorage } from "node:async_hooks";
import { currentFrame } from "./ambient.ts";

type Run<Result> = () => Promise<Result>;

/** Equal reads: how many are under way, and the one that waits, which all share that come meanwhile. */
interface Equal<Result> {
  readonly key: string;
  running: number;
  next: (PromiseWithResolvers<Result> & { readonly run: Run<Result> }) | undefined;
}

/**
 * Lets equal reads that wait at the same time share one run: of those with one `key`, `atOnce` are under way,
 * and one more waits for all who came since. None shares a run that began before it, so what it gives is as
 * fresh as its own run would be. Inside a transaction of `database` a read runs alone, as part of it.
 */
export function sharing<Result>(
  database: object,
  { atOnce }: { atOnce: number },
): (key: string, run: Run<Result>) => Promise<Result> {
  // Few at a time; and no map, for one that churns with every request keeps dead ones alive.
  const present: Equal<Result>[] = [];
  const ended = (reads: Equal<Result>): void => {
    reads.running -= 1;
    const { next } = reads;
    reads.next = undefined;
    if (next) next.resolve(begin(reads, next.run));
    else if (reads.running === 0) present.splice(present.indexOf(reads), 1);
  };
  const begin = (reads: Equal<Result>, run: Run<Result>): Promise<Result> => {
    reads.running += 1;
    const result = run();
    const end = () => ended(reads);
    result.then(end, end);
    return result;
  };
  return (key, run) => {
    if (currentFrame(database)) return run();
    let reads = present.find((each) => each.key === key);
    if (!reads) {
      reads = { key, running: 0, next: undefined };
      present.push(reads);
    }
    if (reads.running < atOnce) return begin(reads, run);
    // Bound: it is part of what its first caller does, not of the read after which it begins.
    reads.next ??= { ...Promise.withResolvers<Result>(), run: AsyncLocalStorage.bind(run) };
    return reads.next.promise;
  };
}
