const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What was edited of a form; all else is as it is stored now. */
export function rebased<T extends object>(edited: T, before: T, stored: T): T {
  const next = { ...stored };
  for (const name of Object.keys(edited) as (keyof T)[])
    if (!isAlike(edited[name], before[name])) next[name] = edited[name];
  return next;
}

/** The fields that saving changes. */
export function changesOf<T extends object>(stored: T, edited: T): Partial<T> {
  const changes: Partial<T> = {};
  for (const name of Object.keys(edited) as (keyof T)[])
    if (!isAlike(edited[name], stored[name])) changes[name] = edited[name];
  return changes;
}
