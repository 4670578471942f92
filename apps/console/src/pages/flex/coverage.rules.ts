import type { Kept, Part } from "./draft.rules.ts";
import type { Zone } from "./zone.ts";

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

/** A zone as the answer has it whose ETag a change is sent with: another read may be older or newer. */
export function chosenIn(
  chosen: readonly Pick<Zone, "id" | "cutoff">[],
  zone: Omit<Zone, "cutoff" | "selected">,
): Zone {
  const stored = chosen.find(({ id }) => id === zone.id);
  return { ...zone, selected: stored !== undefined, cutoff: stored?.cutoff ?? null };
}

export const draftOf = (zones: readonly Zone[]): CoverageDraft =>
  new Map(zones.filter(({ selected }) => selected).map((zone) => [zone.id, storedCutoff(zone)]));

/** Mandatory zones stay, and those that are disabled cannot be chosen, though taken out. */
export const canToggle = (zone: Pick<Zone, "enabled" | "is_mandatory">, isChosen: boolean): boolean =>
  isChosen ? !zone.is_mandatory : zone.enabled;

/** Selects a zone or takes it out. */
export function toggled(draft: CoverageDraft, zone: Zone): CoverageDraft {
  if (!canToggle(zone, draft.has(zone.id))) return draft;
  const next = new Map(draft);
  if (!next.delete(zone.id)) next.set(zone.id, storedCutoff(zone));
  return next;
}

/** What saving would change, zone by zone. */
export const changesOf = (zones: readonly Zone[], draft: CoverageDraft): CoverageChange[] =>
  zones.flatMap((zone): CoverageChange[] => {
    const cutoff = draft.get(zone.id);
    if (zone.selected && cutoff === undefined) return [{ zone, kind: "removed" }];
    if (!zone.selected && cutoff !== undefined) return [{ zone, kind: "added", cutoff }];
    return cutoff === undefined || cutoff === storedCutoff(zone) ? [] : [{ zone, kind: "cutoff", cutoff }];
  });

/** The changes of a draft, made to zones as they are now; what can be changed there no more is left out. */
function movedTo({ base, draft }: Kept<HasZones, CoverageDraft>, { zones }: HasZones): CoverageDraft {
  const next = new Map(draftOf(zones));
  const present = new Map(zones.map((zone) => [zone.id, zone]));
  for (const { zone, kind, cutoff = "general" } of changesOf(base.zones, draft)) {
    const now = present.get(zone.id);
    if (!now) continue;
    if (kind === "removed") {
      if (canToggle(now, true)) next.delete(now.id);
    } else if (next.has(now.id) || (kind === "added" && canToggle(now, false))) {
      next.set(now.id, cutoff);
    }
  }
  return next;
}

interface HasZones {
  zones: readonly Zone[];
}

/** The zones of a configuration, as they are chosen and with their own cutoffs. */
export const coverage: Part<HasZones, CoverageDraft> = {
  draftOf: ({ zones }) => draftOf(zones),
  isChanged: ({ zones }, draft) => changesOf(zones, draft).length > 0,
  isSame: (one, other) =>
    JSON.stringify(one.zones.map(asStored)) === JSON.stringify(other.zones.map(asStored)),
  moved: movedTo,
};

/** Not the cutoff in force: the general one is of another part. */
const asStored = ({ id, selected, cutoff, enabled, is_mandatory }: Zone) => [
  id,
  selected,
  cutoff,
  enabled,
  is_mandatory,
];

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
