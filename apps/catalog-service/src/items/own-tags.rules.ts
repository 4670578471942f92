/** A closed item that was relisted. */
export const relistTag = "relist";
/** An item that continues the visits of the one it was relisted from. */
export const draggedVisitsTag = "dragged_visits";

const own: ReadonlySet<string> = new Set([relistTag, draggedVisitsTag]);

/** How many tags of the service an item may have. */
export const maxOwnTags = own.size;

/** The tags without those of the service. */
export const sellerTags = (tags: readonly string[]): string[] => tags.filter((tag) => !own.has(tag));

/** The tags that a seller gives. They neither add nor remove those of the service. */
export function withOwnTags(given: readonly string[], present: readonly string[] = []): string[] {
  const kept = present.filter((tag) => own.has(tag));
  const free = given.filter((tag) => !own.has(tag) || kept.includes(tag));
  return [...free, ...kept.filter((tag) => !free.includes(tag))];
}
