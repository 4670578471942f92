import { Button, Code, Group, NativeSelect, Popover, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dataOf } from "../api/problem.ts";
import type { LabSchemas } from "../session/lab.ts";
import { useLab } from "../session/session.ts";
import { useAction } from "../shared/action.tsx";
import { Time } from "../shared/time.tsx";
import { Tone } from "../shared/tone.tsx";
import { useTexts } from "../texts/texts.ts";
import { worldTexts } from "./world-texts.ts";

type Rule = LabSchemas["FaultRule"];
type Shown = LabSchemas["FaultRuleView"];

const tenMinutes = { ttl_seconds: 600 };
const kinds = {
  failing: { target: "api", match: { every: 2 }, effect: { status: 503 } },
  slow: { target: "api", match: {}, effect: { delay: { type: "fixed", ms: 2_000 } } },
  busy: { target: "api", match: { every: 3 }, effect: { status: 429, retry_after: 2 } },
  dropped: { target: "notification", match: {}, effect: { drop: true } },
} as const satisfies Record<string, Pick<Rule, "target" | "match" | "effect">>;
type Kind = keyof typeof kinds;

/** The rules in force. */
function useFaults(): Shown[] {
  const { client } = useLab();
  const query = useQuery({
    queryKey: ["lab", "faults"],
    queryFn: () => dataOf(client.GET("/_sandbox/faults", { params: { query: { limit: 100 } } })),
    refetchInterval: 5_000,
  });
  return query.data?.results ?? [];
}

/** The faults of the world: how many there are, which, and the way out. */
export function FaultControls() {
  const said = useTexts(worldTexts);
  const rules = useFaults();
  return (
    <Popover shadow="md" width={360} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="default" rightSection={<span aria-hidden>▾</span>}>
          {rules.length === 0 ? (
            said.noFaults
          ) : (
            <Tone tone="warn">{`${said.faultsTitle}: ${said.faults(String(rules.length))}`}</Tone>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={said.faultsTitle}>
        <FaultList />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Every rule with how often it fired, and a way to add one. */
export function FaultList() {
  const said = useTexts(worldTexts);
  const rules = useFaults();
  return (
    <Stack gap="sm">
      {rules.length === 0 && <Text size="sm">{said.noFaults}</Text>}
      {rules.map((rule) => (
        <Fault key={rule.id} rule={rule} />
      ))}
      <NewFault />
    </Stack>
  );
}

function Fault({ rule }: { rule: Shown }) {
  const said = useTexts(worldTexts);
  const { client } = useLab();
  const queries = useQueryClient();
  const { id, target, effect, matched, fired, expires_at } = rule;
  const undo = () => {
    const { matched: _matched, fired: _fired, expires_at: _expires, ...again } = rule;
    void dataOf(client.POST("/_sandbox/faults", { body: again })).then(() => queries.invalidateQueries());
  };
  const end = useAction(() => dataOf(client.DELETE("/_sandbox/faults/{id}", { params: { path: { id } } })), {
    onDone: () =>
      void notifications.show({
        message: (
          <Group justify="space-between">
            {said.removed(id)}
            <Button size="compact-xs" variant="default" onClick={undo}>
              {said.undo}
            </Button>
          </Group>
        ),
      }),
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" className="console-break">
          <strong>{id}</strong> {target} <Code>{JSON.stringify(effect)}</Code>
        </Text>
        <Text size="xs">
          {said.fired(fired, matched)} · {said.until} <Time at={expires_at} style="time" />
        </Text>
      </div>
      <Button size="compact-xs" variant="default" onClick={() => end.mutate()} loading={end.isPending}>
        {said.remove}
      </Button>
    </Group>
  );
}

function NewFault() {
  const said = useTexts(worldTexts);
  const { client } = useLab();
  const [kind, setKind] = useState<Kind>("failing");
  const add = useAction(() =>
    dataOf(
      client.POST("/_sandbox/faults", {
        body: { id: `${kind}-${Math.random().toString(36).slice(2, 6)}`, ...kinds[kind], ...tenMinutes },
      }),
    ),
  );
  return (
    <Stack gap="xs">
      <NativeSelect
        size="xs"
        label={said.kind}
        description={said.forTenMinutes}
        value={kind}
        data={Object.keys(kinds).map((value) => ({ value, label: said[value as Kind] }))}
        onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
      />
      <Button size="xs" variant="default" onClick={() => add.mutate()} loading={add.isPending}>
        {said.addFault}
      </Button>
    </Stack>
  );
}
