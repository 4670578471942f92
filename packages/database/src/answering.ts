import type pg from "pg";

/**
 * Resolves when the database answers: `SELECT 1`, or a statement of anybody else meanwhile. Under load a
 * connection of the pool may be free only after seconds, although the database answers all the time.
 */
export function answering(pool: pg.Pool): () => Promise<void> {
  const waiting = new Set<() => void>();
  pool.on("release", (error: Error | undefined) => {
    if (!error) for (const proceed of waiting) proceed();
  });
  return async () => {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    try {
      await Promise.race([released, pool.query("SELECT 1")]);
    } finally {
      waiting.delete(resolve);
    }
  };
}
