import { Alert, Button, Card, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiProblem, dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { ProblemView } from "../../shared/problem-view.tsx";
import { useTexts } from "../../texts/texts.ts";
import { flexTexts } from "./flex-texts.ts";
import type { Zone } from "./zone.ts";
import type { Place } from "./zone-map.tsx";

interface Props {
  site: string;
  zones: readonly Zone[];
  onFound(place: Place | undefined): void;
}

const coordinates = /^\s*(-?\d{1,2}(?:\.\d{1,12})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,12})?)\s*$/;
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

/** The zone that names a neighborhood, or is called so. */
function namedZone(zones: readonly Zone[], text: string): Zone | undefined {
  const wanted = plain(text);
  // Every name begins with nothing.
  if (wanted === "") return undefined;
  return (
    zones.find(({ label, neighborhoods }) =>
      [label, ...neighborhoods].some((name) => plain(name) === wanted),
    ) ?? zones.find(({ neighborhoods }) => neighborhoods.some((name) => plain(name).startsWith(wanted)))
  );
}

/** Tells whether a place lies in a zone, and whether the seller delivers there. */
export function Inside({ site, zones, onFound }: Props) {
  const said = useTexts(flexTexts);
  const client = useClient();
  const [text, setText] = useState("");
  const search = useMutation({
    async mutationFn(typed: string) {
      const [, latitude, longitude] = coordinates.exec(typed) ?? [];
      if (latitude === undefined || longitude === undefined) return { zone: namedZone(zones, typed) };
      const query = { latitude, longitude };
      const place = { latitude: Number(latitude), longitude: Number(longitude) };
      const found = await dataOf(
        client.GET("/shipping/flex/sites/{site_id}/coverage_areas/search", {
          params: { path: { site_id: site }, query },
        }),
      );
      return { zone: found.zone, place };
    },
    onSuccess: ({ place }) => onFound(place),
    onError: () => onFound(undefined),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search.mutate(text);
  };
  return (
    <Card withBorder padding="sm" component="section" aria-label={said.inside}>
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Group align="end">
            <TextInput
              label={said.inside}
              description={`${said.insideLabel}. ${said.insideHint}`}
              value={text}
              required
              withAsterisk={false}
              style={{ flex: "1 1 16rem" }}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <Button type="submit" loading={search.isPending}>
              {said.check}
            </Button>
          </Group>
          <Verdict zones={zones} search={search} />
        </Stack>
      </form>
    </Card>
  );
}

interface VerdictProps {
  zones: readonly Zone[];
  search: { data: { zone: { id: string; label: string } | undefined } | undefined; error: Error | null };
}

function Verdict({ zones, search: { data, error } }: VerdictProps) {
  const said = useTexts(flexTexts);
  if (error instanceof ApiProblem && error.status === 404)
    return (
      <Alert color="orange" role="status">
        {said.outside}
      </Alert>
    );
  if (error) return <ProblemView error={error} />;
  if (!data) return null;
  if (!data.zone)
    return (
      <Alert color="gray" role="status">
        {said.unknownPlace}
      </Alert>
    );
  const { id, label } = data.zone;
  const isDelivered = zones.some((zone) => zone.id === id && zone.selected);
  return (
    <Alert color={isDelivered ? "teal" : "orange"} role="status">
      {isDelivered ? said.delivered(label) : said.notDelivered(label)}
    </Alert>
  );
}
