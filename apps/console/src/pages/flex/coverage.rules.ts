import type { Zone } from "./flex-queries.ts";

/** A zone's own cutoff: as it is, none of its own, or these hours. */
export type OwnCutoff = "kept" | "general" | number;
/** The selected zones of a draft, with what is to become of their cutoffs. */
export type CoverageDraft = ReadonlyMap<string, OwnCutoff>;

export interface CoverageChange {
  zone: Zone;
  kind: "added" | "removed" | "cutoff";
  cutoff?: OwnCutoff;
}

export const draftOf = (zones: readonly Zone[]): CoverageDraft =>
  new Map(zones.filter(({ selected }) => selected).map(({ id }) => [id, "kept"]));

/** Selects a zone or takes it out; mandatory zones stay, and those that are disabled cannot be chosen. */
export function toggled(draft: CoverageDraft, { id, is_mandatory, enabled }: Zone): CoverageDraft {
  const next = new Map(draft);
  if (!next.delete(id)) return enabled ? next.set(id, "kept") : draft;
  return is_mandatory ? draft : next;
}

/** What saving would change, zone by zone. */
export const changesOf = (zones: readonly Zone[], draft: CoverageDraft): CoverageChange[] =>
  zones.flatMap((zone): CoverageChange[] => {
    const cutoff = draft.get(zone.id);
    if (zone.selected && cutoff === undefined) return [{ zone, kind: "removed" }];
    if (!zone.selected && cutoff !== undefined) return [{ zone, kind: "added", cutoff }];
    return cutoff === undefined || cutoff === "kept" ? [] : [{ zone, kind: "cutoff", cutoff }];
  });

/** The draft as the API takes it: a zone without `cutoff` keeps the one it has. */
export const coverageBody = (draft: CoverageDraft) => ({
  zones: [...draft].map(([id, cutoff]) => {
    if (cutoff === "kept") return { id };
    const hour = cutoff === "general" ? null : cutoff;
    return { id, cutoff: { week: hour, saturday: hour, sunday: hour } };
  }),
});
