/** A day of 24 hours, in milliseconds. */
export const dayMs = 86_400_000;

/** The platform writes question and shipment times at this fixed offset, all year (decisions 1.10). */
const platformOffsetHours = 4;

/** `YYYY-MM-DDThh:mm:ss.SSS-04:00`: question search results, answers, shipments. */
export function platformTimestamp(date: Date): string {
  const shifted = new Date(date.getTime() - platformOffsetHours * 3_600_000);
  return `${shifted.toISOString().slice(0, -1)}-04:00`;
}

/** `...SSSSSSSSSZ`: a single question read with api_version=4; the digits below milliseconds are zero. */
export const nanosecondTimestamp = (date: Date): string => `${date.toISOString().slice(0, -1)}000000Z`;

/** ISO 8601 UTC with milliseconds: everything else. */
export const utcTimestamp = (date: Date): string => date.toISOString();
