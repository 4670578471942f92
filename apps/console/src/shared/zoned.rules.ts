/** What a zone's wall clock shows at a moment, `2026-12-01T09:30:00`. */
export function wallClock(moment: Date, timeZone: string): string {
  // The Swedish form is ISO 8601 but for the space.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return format.format(moment).replace(" ", "T");
}

/** The moment at which a zone's wall clock shows this; undefined for what is no time. */
export function momentIn(timeZone: string, shown: string): Date | undefined {
  const wanted = Date.parse(`${shown}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const ahead = (at: number) => Date.parse(`${wallClock(new Date(at), timeZone)}Z`) - at;
  // The second look is for a change of the clocks in between.
  return new Date(wanted - ahead(wanted - ahead(wanted)));
}
