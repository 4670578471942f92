// Lists in ascending order: of positions, and of postings, which have eight bits of counts below a position.

/** The positions of postings. A loop, because `map` with a function costs four times as much. */
export function positionsIn(postings: Uint32Array): Uint32Array {
  const positions = new Uint32Array(postings.length);
  for (let at = 0; at < postings.length; at++) positions[at] = (postings[at] ?? 0) >>> 8;
  return positions;
}

/** Some of the positions. A loop, because `filter` costs ten times as much. */
export function kept(
  positions: Uint32Array,
  keeps: (position: number, index: number) => boolean,
): Uint32Array {
  const some = new Uint32Array(positions.length);
  let count = 0;
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] ?? 0;
    if (keeps(position, index)) some[count++] = position;
  }
  return some.subarray(0, count);
}

/** Calls `each` for every position that a list has a posting of: with its index, and with the posting. */
export function eachCommon(
  positions: Uint32Array,
  postings: Uint32Array,
  each: (index: number, posting: number) => void,
): void {
  let [index, at] = [0, 0];
  while (index < positions.length && at < postings.length) {
    const position = positions[index] ?? 0;
    const posting = postings[at] ?? 0;
    const other = posting >>> 8;
    if (position === other) {
      each(index++, posting);
      at++;
    } else if (position < other) index = seek(positions, 0, { position: other, after: index });
    else at = seek(postings, 8, { position, after: at });
  }
}

/** The positions that a list has postings of. */
export function intersection(positions: Uint32Array, postings: Uint32Array): Uint32Array {
  const common = new Uint32Array(Math.min(positions.length, postings.length));
  let count = 0;
  eachCommon(positions, postings, (_, posting) => {
    common[count++] = posting >>> 8;
  });
  return common.subarray(0, count);
}

/** The positions that any of the lists has a posting of. */
export function union(lists: readonly Uint32Array[]): Uint32Array {
  // The longest list comes last: it is copied once.
  const [first = new Uint32Array(), ...others] = lists.toSorted((a, b) => a.length - b.length);
  return others.reduce(merged, positionsIn(first));
}

function merged(positions: Uint32Array, postings: Uint32Array): Uint32Array {
  const all = new Uint32Array(positions.length + postings.length);
  let [index, count] = [0, 0];
  for (const posting of postings) {
    const position = posting >>> 8;
    while (index < positions.length && (positions[index] ?? 0) < position) {
      all[count++] = positions[index++] ?? 0;
    }
    if (positions[index] === position) index++;
    all[count++] = position;
  }
  all.set(positions.subarray(index), count);
  return all.subarray(0, count + positions.length - index);
}

/**
 * The index of the first entry at a position or behind it, by steps that double and a binary search between
 * the last two (galloping search). The entry at `after` is before the position.
 */
function seek(
  list: Uint32Array,
  shift: number,
  { position, after }: { position: number; after: number },
): number {
  let [low, high, step] = [after + 1, after + 1, 1];
  while (high < list.length && (list[high] ?? 0) >>> shift < position) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  high = Math.min(high, list.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) >>> shift < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
