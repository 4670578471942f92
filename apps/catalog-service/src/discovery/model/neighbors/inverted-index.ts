/** Compressed posting lists: key k has `entries` from `starts[k]` to `starts[k + 1]`, in input order. */
interface Postings {
  starts: Uint32Array;
  entries: Uint32Array;
}

/** Counting sort of entry numbers by their keys, which are below `keyCount`. */
export function invertedIndex(keys: Uint32Array | Uint16Array, keyCount: number): Postings {
  const starts = new Uint32Array(keyCount + 1);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const next = starts.slice();
  const entries = new Uint32Array(keys.length);
  keys.forEach((key, entry) => {
    const place = next[key] ?? 0;
    next[key] = place + 1;
    entries[place] = entry;
  });
  return { starts, entries };
}

/** The owner of each entry, when owner i has the next `lengths[i]` entries. */
export function ownersOf(lengths: Uint8Array, entryCount: number): Uint32Array {
  const owners = new Uint32Array(entryCount);
  let entry = 0;
  lengths.forEach((length, owner) => {
    owners.fill(owner, entry, entry + length);
    entry += length;
  });
  return owners;
}
