/** The questions by their place in the list, as far as they were read. */
export interface Places {
  total: number | undefined;
  at(index: number): { id: number } | undefined;
}

/** Where a question is in the part of the list that is read. */
export function placeOf({ total = 0, at }: Places, id: number): number | undefined {
  for (let index = 0; index < total; index++) if (at(index)?.id === id) return index;
  return undefined;
}

/** The place of another question above or below; one that moved while blocks were read is there twice. */
export function nextPlace({ at }: Places, from: number, by: number): number {
  const open = at(from)?.id;
  let to = Math.max(0, from + by);
  while (to > 0 && open !== undefined && at(to)?.id === open) to += by;
  return to;
}
