import { Alert, Card, Checkbox, Group, List, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useClient } from "../../session/session.ts";
import { Tone } from "../../shared/tone.tsx";
import { useUnsaved } from "../../shared/unsaved.ts";
import { useTexts } from "../../texts/texts.ts";
import {
  type CoverageChange,
  type CoverageDraft,
  canToggle,
  changesOf,
  coverage,
  coverageBody,
  type OwnCutoff,
  storedCutoff,
  toggled,
} from "./coverage.rules.ts";
import { type Day, days } from "./delivery.rules.ts";
import classes from "./flex.module.css";
import { type Configuration, coveragePath } from "./flex-queries.ts";
import { flexTexts } from "./flex-texts.ts";
import { Inside } from "./inside.tsx";
import { SaveDraft } from "./save-draft.tsx";
import { type KeptDraft, useDraft } from "./use-draft.ts";
import type { Cutoffs, Zone } from "./zone.ts";
import { type Place, ZoneMap } from "./zone-map.tsx";

interface Props {
  site: string;
  configuration: Configuration;
}

/** The zones as a draft: a click changes it, a button saves it. */
export function Zones({ site, configuration }: Props) {
  const said = useTexts(flexTexts);
  const kept = useDraft(configuration, coverage);
  const { draft, change } = kept;
  const { zones } = kept.base;
  const [place, setPlace] = useState<Place>();
  const toggle = (zone: Zone) => change((present) => toggled(present, zone));
  useUnsaved(kept.isChanged);
  if (zones.length === 0) return <Text c="dimmed">{said.noZones}</Text>;
  const canSetCutoff = !configuration.disabled_features.includes("CUTOFF_BY_ZONE");
  return (
    <Stack>
      <Inside site={site} zones={zones} onFound={setPlace} />
      <Text size="sm" c="dimmed">
        {said.mapHint}
      </Text>
      {!canSetCutoff && <Text size="sm">{said.cutoffLocked}</Text>}
      <div className={classes.columns}>
        <Stack>
          <ZoneMap site={site} zones={zones} draft={draft} onToggle={toggle} place={place} />
          <Changes site={site} configuration={configuration} kept={kept} />
        </Stack>
        <Stack component="ul" gap="xs" p={0} m={0} className={classes.zones} style={{ listStyle: "none" }}>
          {zones.map((zone) => (
            <ZoneRow
              key={zone.id}
              zone={zone}
              cutoff={draft.get(zone.id)}
              canSetCutoff={canSetCutoff}
              onToggle={() => toggle(zone)}
              onCutoff={(cutoff) => change((present) => new Map(present).set(zone.id, cutoff))}
            />
          ))}
        </Stack>
      </div>
    </Stack>
  );
}

interface ZoneRowProps {
  zone: Zone;
  /** Absent while the zone is not chosen. */
  cutoff: OwnCutoff | undefined;
  canSetCutoff: boolean;
  onToggle(): void;
  onCutoff(cutoff: OwnCutoff): void;
}

function ZoneRow({ zone, cutoff, canSetCutoff, onToggle, onCutoff }: ZoneRowProps) {
  const said = useTexts(flexTexts);
  const { price } = zone;
  const choices = [
    ...(storedCutoff(zone) === "kept" && zone.cutoff
      ? [{ value: "kept", label: said.cutoffKept(hoursOf(zone.cutoff, said)) }]
      : []),
    { value: "general", label: said.cutoffGeneral },
    ...Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${hour} h` })),
  ];
  return (
    <Card component="li" withBorder padding="xs">
      <Checkbox
        checked={cutoff !== undefined}
        disabled={!canToggle(zone, cutoff !== undefined)}
        onChange={onToggle}
        label={zone.label}
        description={`${price.symbol} ${price.fraction}${price.decimal_separator}${price.cents} · ${said[zone.scope]}`}
      />
      <Group gap="xs" mt={4} align="end">
        {zone.is_mandatory && <Tone tone="neutral">{said.mandatory}</Tone>}
        {!zone.enabled && <Tone tone="neutral">{said.disabled}</Tone>}
        {cutoff !== undefined && canSetCutoff && (
          <NativeSelect
            size="xs"
            aria-label={`${said.cutoff}: ${zone.label}`}
            leftSectionWidth={56}
            leftSection={<Text size="xs">{said.cutoff}</Text>}
            value={String(cutoff)}
            data={choices}
            onChange={({ currentTarget: { value } }) =>
              onCutoff(value === "kept" || value === "general" ? value : Number(value))
            }
          />
        )}
        {zone.selected && <Text size="xs">{said.cutoffNow(hoursOf(zone.calculated_cutoff, said))}</Text>}
      </Group>
    </Card>
  );
}

/** Hours by kind of day; days that have none are left out, and those that are alike are one. */
function hoursOf(cutoffs: Cutoffs, said: Readonly<Record<Day, string>>): string {
  const given = days.flatMap((day) => {
    const hour = cutoffs[day];
    return hour === null ? [] : [{ day, hour }];
  });
  const [first] = given;
  if (first && given.every(({ hour }) => hour === first.hour)) return `${first.hour} h`;
  return given.map(({ day, hour }) => `${said[day]} ${hour} h`).join(", ");
}

interface ChangesProps {
  site: string;
  configuration: Configuration;
  kept: KeptDraft<Configuration, CoverageDraft>;
}

/** What saving will change, and the ways to do it and to drop it. */
function Changes({ site, configuration, kept }: ChangesProps) {
  const said = useTexts(flexTexts);
  const client = useClient();
  const { zones, etags } = kept.base;
  const changes = changesOf(zones, kept.draft);
  const words = ({ kind, cutoff }: CoverageChange): string => {
    const isOwn = cutoff !== undefined && cutoff !== "kept" && (kind === "cutoff" || cutoff !== "general");
    const hour = !isOwn ? "" : cutoff === "general" ? said.cutoffGeneral : said.own(cutoff);
    return [kind === "cutoff" ? said.cutoffChanged : said[kind], hour].filter(Boolean).join(", ");
  };
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {said.noChange}
      </Text>
    );
  return (
    <Alert color="orange" variant="light" title={said.unsaved} role="status">
      <List size="sm" mb="sm">
        {changes.map((change) => (
          <List.Item key={change.zone.id}>
            {change.zone.label}: {words(change)}
          </List.Item>
        ))}
      </List>
      <SaveDraft
        site={site}
        subscription={configuration.subscription}
        etag={etags.coverage}
        put={(init) => client.PUT(coveragePath, { ...init, body: coverageBody(zones, kept.draft) })}
        kept={kept}
      />
    </Alert>
  );
}
