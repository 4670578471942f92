/** A serial queue: runs pieces of work one after the other, in the order in which they come. */
export function createSerial(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/**
 * Coalesces calls: work never runs twice at once, and calls during a run share the next run. Unlike with
 * single-flight, a run begins after the calls that share it, so that it sees what they have seen.
 */
export function createSharedRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}

/** Whether the work is done in time; it goes on in any case. */
export async function within(ms: number, work: Promise<void>): Promise<boolean> {
  const over = Promise.withResolvers<false>();
  const timer = setTimeout(() => over.resolve(false), ms);
  return Promise.race([work.then(() => true), over.promise]).finally(() => clearTimeout(timer));
}
