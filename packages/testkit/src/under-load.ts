/**
 * Does work while clients go on, and resolves with what it gave once they have stopped. Clients run until
 * they are told to stop, which they are when the work has failed, too. A client that fails is often why the
 * work fails, so the error is the client's.
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
  const outcomes = await Promise.allSettled([...clients, working]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return working;
}
