/** Ids of one database: `first` and `last` included. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/** Ids in a range. All ranges together stay below 2^53, so that JSON numbers hold every id exactly. */
const rangeSize = 500_000_000_000;
const letters = 26;

/** The ids that the home database makes: those below every site's. */
export const homeRange: IdRange = { first: 1, last: rangeSize - 1 };

const siteForm = /^[A-Z]{3}$/;

/** The ids that the database of a site (three capital letters) makes. */
export function idRangeOf(siteId: string): IdRange {
  if (!siteForm.test(siteId)) throw new Error(`${siteId} is no site: a site is three capital letters`);
  const index = [...siteId].reduce((sum, letter) => sum * letters + letter.charCodeAt(0) - 65, 0);
  const first = (index + 1) * rangeSize;
  return { first, last: first + rangeSize - 1 };
}

/** The site in whose range an id is; `undefined` for an id that home made, or that no database makes. */
export function siteOfId(id: number): string | undefined {
  const index = Math.floor(id / rangeSize) - 1;
  if (!(index >= 0 && index < letters ** 3)) return undefined;
  const digits = [Math.floor(index / letters ** 2), Math.floor(index / letters) % letters, index % letters];
  return String.fromCharCode(...digits.map((digit) => 65 + digit));
}

/** The site that an item's id begins with; `undefined` for a text that is no such id. */
export const siteOfItem = (itemId: string): string | undefined => /^([A-Z]{3})\d+$/.exec(itemId)?.[1];
