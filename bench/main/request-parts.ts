/**
 * Gives each connection its own part of a list, so that no two send the same request at once. In the next run
 * a connection goes on where it ended: a cache would answer what the run before has asked for.
 *
 * @param before How many requests each connection has sent so far.
 */
export function requestParts<T>(list: readonly T[], connections: number, before: readonly number[] = []) {
  const sent = Array.from({ length: connections }, (_, connection) => before[connection] ?? 0);
  return {
    sent,
    /** The part of a connection, beginning with what it has not sent. */
    of: (connection: number): readonly T[] =>
      rotated(partOf(list, connection, connections), sent[connection] ?? 0),
    /** Counts a request that a connection has sent. */
    note(connection: number): void {
      sent[connection] = (sent[connection] ?? 0) + 1;
    },
  };
}

/** The n-th of `count` parts. A list too short to be split is rotated instead. */
function partOf<T>(list: readonly T[], n: number, count: number): readonly T[] {
  if (list.length < count) return rotated(list, n);
  const from = Math.floor((n * list.length) / count);
  const to = Math.floor(((n + 1) * list.length) / count);
  return list.slice(from, to);
}

/** The list from its n-th element on, and then what stands before it. */
function rotated<T>(list: readonly T[], n: number): readonly T[] {
  const from = n % list.length;
  return [...list.slice(from), ...list.slice(0, from)];
}
