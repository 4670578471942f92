/**
 * A BIGINT as a number; ids stay under 2^53, so a larger one is a fault. Prisma's model reads give bigint:
 * `toId(row.id)`.
 */
export function toId(value: bigint | number | string): number {
  const id = Number(value);
  if (!Number.isSafeInteger(id)) throw new RangeError(`${value} is not a safe integer`);
  return id;
}
