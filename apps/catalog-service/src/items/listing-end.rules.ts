import { dayMs } from "@marketplace/conventions";

/** When a listing ends by itself. The SQL function item_stop_time says the same. */
export function listingEnd(begun: Date, listingTypeId: string): Date {
  if (listingTypeId === "free") return new Date(begun.getTime() + 60 * dayMs);
  const end = new Date(begun);
  end.setUTCFullYear(end.getUTCFullYear() + 20);
  return end;
}
