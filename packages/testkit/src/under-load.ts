/**
 * Does work while clients go on, and resolves with what it gave once they have stopped. Clients run until
 * they are told to stop, which they are when the work has failed, too: nothing of a test outlasts it.
 */
export async function underLoad<T>(
  start: (running: () => boolean) => readonly Promise<unknown>[],
  work: () => Promise<T>,
): Promise<T> {
  let running = true;
  const clients = start(() => running);
  const working = work().finally(() => {
    running = false;
  });
  const outcomes = await Promise.allSettled([working, ...clients]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return working;
}
