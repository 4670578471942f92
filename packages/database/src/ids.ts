/** A BIGINT as a number. Ids stay under 2^53; Prisma's model reads give bigint: `toId(row.id)`. */
export function toId(value: bigint | number | string): number {
  const id = Number(value);
  if (!Number.isSafeInteger(id)) throw new RangeError(`${value} is not a safe integer`);
  return id;
}
