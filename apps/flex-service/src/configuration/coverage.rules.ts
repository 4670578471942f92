import type { Cause } from "@marketplace/conventions";
import { z } from "zod";
import type { CoverageZone } from "../coverage-areas/coverage-areas.schema.ts";
import { availables } from "./availables.rules.ts";
import type { Verdict } from "./causes.rules.ts";
import { cause, reference, shapeCauses, verdict } from "./causes.rules.ts";
import type { DisabledFeature, ZoneCutoff, ZoneSelection } from "./state.schema.ts";

const cutoffHour = z
  .int()
  .min(Math.min(...availables.cutoff))
  .max(Math.max(...availables.cutoff));

const cutoffs = z.strictObject({
  week: cutoffHour.nullish(),
  saturday: cutoffHour.nullish(),
  sunday: cutoffHour.nullish(),
});

/** Body of PUT .../coverage/zone/v3 (spec: C, Coverage body); hours are out of `availables.cutoff`. */
export const coverageBody = z.strictObject({
  zones: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(100),
        cutoff: cutoffs.optional().describe("own cutoff of the zone; ids alone leave what the zones have"),
      }),
    )
    .max(500),
});

type Present = { zones: readonly ZoneSelection[]; disabled_features: readonly DisabledFeature[] };

/**
 * The zones a body selects out of an area's, or every problem of it. A cutoff replaces the zone's own, and
 * the general one holds on the days it leaves out or sets to null; without a cutoff a zone keeps the one it
 * has.
 */
export function validateCoverage(
  body: unknown,
  areaZones: readonly CoverageZone[],
  present: Present,
): Verdict<ZoneSelection[]> {
  if (present.disabled_features.includes("CUTOFF_BY_ZONE") && mentionsCutoff(body)) {
    return {
      kind: "forbidden",
      reason: "CUTOFF_BY_ZONE is disabled: a zone cannot have a cutoff of its own",
    };
  }
  const shape = coverageBody.safeParse(body, { reportInput: true });
  const ids = readableIds(body);
  const causes = [...shapeCauses(shape.error), ...idCauses(ids, areaZones), ...missing(ids, areaZones)];
  return verdict(causes, () =>
    coverageBody.parse(body).zones.map(({ id, cutoff }) => ({
      id,
      cutoff: cutoff ? ownCutoff(cutoff) : (present.zones.find((zone) => zone.id === id)?.cutoff ?? null),
    })),
  );
}

/** A cutoff that names no hour leaves the zone without one of its own. */
function ownCutoff({
  week = null,
  saturday = null,
  sunday = null,
}: z.infer<typeof cutoffs>): ZoneCutoff | null {
  return week === null && saturday === null && sunday === null ? null : { week, saturday, sunday };
}

const zoneList = z.object({ zones: z.array(z.unknown()).max(500) });

function mentionsCutoff(body: unknown): boolean {
  const zones = zoneList.safeParse(body).data?.zones ?? [];
  return zones.some((zone) => typeof zone === "object" && zone !== null && "cutoff" in zone);
}

/** The readable ids of a body, well formed or not; null without a list of zones. */
function readableIds(body: unknown): { id: string; index: number }[] | null {
  const zones = zoneList.safeParse(body).data?.zones;
  if (!zones) return null;
  return zones.flatMap((zone, index) => {
    const id = z.object({ id: z.string() }).safeParse(zone).data?.id;
    return id === undefined ? [] : [{ id, index }];
  });
}

function idCauses(ids: ReturnType<typeof readableIds>, areaZones: readonly CoverageZone[]): Cause[] {
  const known = new Map(areaZones.map((zone) => [zone.id, zone]));
  const seen = new Set<string>();
  return (ids ?? []).flatMap(({ id, index }) => {
    const at = reference("zones", index, "id");
    const zone = known.get(id);
    if (!zone) return [cause("unknown_zone", `Unknown zone: ${id.slice(0, 100)}`, at)];
    if (seen.has(id)) return [cause("duplicate_zone", `Zone given twice: ${id}`, at)];
    seen.add(id);
    return zone.enabled ? [] : [cause("disabled_zone", `Zone is disabled: ${id}`, at)];
  });
}

function missing(ids: ReturnType<typeof readableIds>, areaZones: readonly CoverageZone[]): Cause[] {
  if (!ids) return [];
  const given = new Set(ids.map(({ id }) => id));
  return areaZones
    .filter((zone) => zone.is_mandatory && zone.enabled && !given.has(zone.id))
    .map(({ id }) => cause("missing_mandatory_zone", `Zone is mandatory: ${id}`, reference("zones")));
}
