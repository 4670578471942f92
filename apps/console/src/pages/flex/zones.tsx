import { Alert, Badge, Button, Card, Checkbox, Group, List, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { useChange } from "../../shared/change.tsx";
import { useUnsaved } from "../../shared/unsaved.ts";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import {
  type CoverageChange,
  type CoverageDraft,
  changesOf,
  coverageBody,
  draftOf,
  type OwnCutoff,
  toggled,
} from "./coverage.rules.ts";
import classes from "./flex.module.css";
import type { Configuration, Zone } from "./flex-queries.ts";
import { flexTexts } from "./flex-texts.ts";
import { Inside } from "./inside.tsx";
import { type Place, ZoneMap } from "./zone-map.tsx";

interface Props {
  site: string;
  configuration: Configuration;
}

/** The zones as a draft: a click changes it, a button saves it. */
export function Zones({ site, configuration }: Props) {
  const said = useTexts(flexTexts);
  const { zones } = configuration;
  const [draft, setDraft] = useState<CoverageDraft>(() => draftOf(zones));
  const [place, setPlace] = useState<Place>();
  const toggle = (zone: Zone) => setDraft((present) => toggled(present, zone));
  const changes = changesOf(zones, draft);
  useUnsaved(changes.length > 0);
  if (zones.length === 0) return <Text c="dimmed">{said.noZones}</Text>;
  const canSetCutoff = !configuration.disabled_features.includes("CUTOFF_BY_ZONE");
  return (
    <Stack>
      <Inside site={site} zones={zones} onFound={setPlace} />
      <Text size="sm" c="dimmed">
        {said.mapHint}
      </Text>
      <div className={classes.columns}>
        <Stack>
          <ZoneMap site={site} zones={zones} draft={draft} onToggle={toggle} place={place} />
          <Changes
            site={site}
            serviceId={configuration.subscription.service_id}
            changes={changes}
            draft={draft}
            onTakeBack={() => setDraft(draftOf(zones))}
          />
        </Stack>
        <Stack component="ul" gap="xs" p={0} m={0} className={classes.zones} style={{ listStyle: "none" }}>
          {zones.map((zone) => (
            <ZoneRow
              key={zone.id}
              zone={zone}
              cutoff={draft.get(zone.id)}
              canSetCutoff={canSetCutoff}
              onToggle={() => toggle(zone)}
              onCutoff={(cutoff) => setDraft((present) => new Map(present).set(zone.id, cutoff))}
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
  const { price, calculated_cutoff: now } = zone;
  const hours = [...new Set([now.week, now.saturday, now.sunday])].filter((hour) => hour !== null);
  const choices = [
    { value: "kept", label: `${said.cutoffKept} (${hours.map((hour) => `${hour} h`).join(", ")})` },
    { value: "general", label: said.cutoffGeneral },
    ...Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${hour} h` })),
  ];
  return (
    <Card component="li" withBorder padding="xs">
      <Checkbox
        checked={cutoff !== undefined}
        disabled={!zone.enabled || (zone.is_mandatory && cutoff !== undefined)}
        onChange={onToggle}
        label={zone.label}
        description={`${price.symbol} ${price.fraction}${price.decimal_separator}${price.cents} · ${said[zone.scope]}`}
      />
      <Group gap="xs" mt={4} align="end">
        {zone.is_mandatory && <Badge variant="default">{said.mandatory}</Badge>}
        {!zone.enabled && <Badge variant="default">{said.disabled}</Badge>}
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
      </Group>
    </Card>
  );
}

interface ChangesProps {
  site: string;
  serviceId: number;
  changes: readonly CoverageChange[];
  draft: CoverageDraft;
  onTakeBack(): void;
}

/** What saving will change, and the ways to do it and to drop it. */
function Changes({ site, serviceId, changes, draft, onTakeBack }: ChangesProps) {
  const said = useTexts(flexTexts);
  const texts = useTexts(common);
  const client = useClient();
  const { userId } = useSession().session;
  const save = useChange(
    () =>
      dataOf(
        client.PUT(
          "/shipping/flex/sites/{site_id}/users/{user_id}/services/{service_id}/configuration/coverage/zone/v3",
          {
            params: { path: { site_id: site, user_id: String(userId), service_id: String(serviceId) } },
            body: coverageBody(draft),
          },
        ),
      ),
    { refresh: [["flex", "configuration"]], done: () => said.saved },
  );
  const words = ({ kind, cutoff }: CoverageChange): string => {
    const hour =
      cutoff === undefined || cutoff === "kept"
        ? ""
        : cutoff === "general"
          ? said.cutoffGeneral
          : said.own(cutoff);
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
      <List size="sm">
        {changes.map((change) => (
          <List.Item key={change.zone.id}>
            {change.zone.label}: {words(change)}
          </List.Item>
        ))}
      </List>
      <Group mt="sm">
        <Button onClick={() => save.mutate(undefined)} loading={save.isPending}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={onTakeBack}>
          {said.takeBack}
        </Button>
      </Group>
    </Alert>
  );
}
