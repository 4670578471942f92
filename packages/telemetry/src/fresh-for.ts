/**
 * Reads at most once in `ms` milliseconds, and returns the last value in between. Calls during a read
 * share it. A failed read is not kept.
 */
export function freshFor<T>(
  read: () => Promise<T>,
  ms: number,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { value: Promise<T>; at: number } | undefined;
  return () => {
    if (last && now() - last.at < ms) return last.value;
    const begun = { value: read(), at: now() };
    last = begun;
    begun.value.catch(() => {
      if (last === begun) last = undefined;
    });
    return begun.value;
  };
}
