/** Constants of BM25 as usually chosen; titles are short, so repeats of a word within one are not counted. */
const saturation = 1.2;
const lengthWeight = 0.75;

/** A word in more titles than this share says little about any and would cost most of the time. */
const commonShare = 0.05;
const alwaysRare = 200;

/** Neighbors that vote. */
export const neighborCount = 8;

/** How rare a word is: its weight in a match. */
export function rarityOf(holders: number, titles: number): number {
  return Math.log(1 + (titles - holders + 0.5) / (holders + 0.5));
}

/** Whether a word is in too many titles to look at. */
export function isCommon(holders: number, titles: number): boolean {
  return holders > Math.max(alwaysRare, commonShare * titles);
}

/** What a match in a title counts, less the longer it is; `relativeLength` is 1 for a title of average length. */
export function lengthFactor(relativeLength: number): number {
  return (1 + saturation) / (1 + saturation * (1 - lengthWeight + lengthWeight * relativeLength));
}
