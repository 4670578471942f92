import type { Zone } from "./flex-queries.ts";

/** A zone's cutoff: the general one, its own for all days, or its own ones per kind of day, which stay. */
export type OwnCutoff = "general" | "kept" | number;
/** The selected zones of a draft, with their cutoffs. */
export type CoverageDraft = ReadonlyMap<string, OwnCutoff>;

export interface CoverageChange {
  zone: Zone;
  kind: "added" | "removed" | "cutoff";
  cutoff?: OwnCutoff;
}

/** What a zone has: days that differ are not one number. */
export function storedCutoff({ cutoff }: Pick<Zone, "cutoff">): OwnCutoff {
  const hours = new Set(cutoff ? [cutoff.week, cutoff.saturday, cutoff.sunday] : [null]);
  if (hours.size > 1) return "kept";
  const [hour = null] = hours;
  return hour ?? "general";
}

export const draftOf = (zones: readonly Zone[]): CoverageDraft =>
  new Map(zones.filter(({ selected }) => selected).map((zone) => [zone.id, storedCutoff(zone)]));

/** Selects a zone or takes it out; mandatory zones stay, and those that are disabled cannot be chosen. */
export function toggled(draft: CoverageDraft, zone: Zone): CoverageDraft {
  const next = new Map(draft);
  if (!next.delete(zone.id)) return zone.enabled ? next.set(zone.id, storedCutoff(zone)) : draft;
  return zone.is_mandatory ? draft : next;
}

/** What saving would change, zone by zone. */
export const changesOf = (zones: readonly Zone[], draft: CoverageDraft): CoverageChange[] =>
  zones.flatMap((zone): CoverageChange[] => {
    const cutoff = draft.get(zone.id);
    if (zone.selected && cutoff === undefined) return [{ zone, kind: "removed" }];
    if (!zone.selected && cutoff !== undefined) return [{ zone, kind: "added", cutoff }];
    return cutoff === undefined || cutoff === storedCutoff(zone) ? [] : [{ zone, kind: "cutoff", cutoff }];
  });

/** The draft as the API takes it: a zone without `cutoff` keeps the one it has. */
export function coverageBody(zones: readonly Zone[], draft: CoverageDraft) {
  const stored = new Map(zones.map((zone) => [zone.id, storedCutoff(zone)]));
  return {
    zones: [...draft].map(([id, cutoff]) => {
      if (cutoff === "kept" || cutoff === stored.get(id)) return { id };
      const hour = cutoff === "general" ? null : cutoff;
      return { id, cutoff: { week: hour, saturday: hour, sunday: hour } };
    }),
  };
}
