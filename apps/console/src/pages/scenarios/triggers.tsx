import { Button, Code, Group, JsonInput, NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dataOf } from "../../api/problem.ts";
import type { LabSchemas } from "../../session/lab.ts";
import { useLab } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { CodeBox } from "../../shared/copy.tsx";
import { useFilters } from "../../shared/filters.ts";
import { Panel } from "../../shared/page.tsx";
import { PageLink } from "../../shared/page-link.tsx";
import { PagedRows, usePagingAs } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Tone, toneOf } from "../../shared/tone.tsx";
import { useTexts, useWords } from "../../texts/texts.ts";
import { triggerDescriptions } from "./described.ts";
import { scenarioTexts } from "./scenario-texts.ts";

type Trigger = LabSchemas["TriggerView"];

function useTriggers(query: { event?: string; limit: number; offset?: number }) {
  const { client } = useLab();
  return useQuery({
    queryKey: ["lab", "triggers", query],
    queryFn: () => dataOf(client.GET("/_sandbox/triggers", { params: { query } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Events that can be made to happen; the address says which one is chosen. */
export function Triggers() {
  const said = useTexts(scenarioTexts);
  const { values, set } = useFilters();
  const paged = usePagingAs("triggers");
  const query = useTriggers(paged.paging);
  return (
    <Panel title={said.triggers}>
      <QueryView query={query}>
        {({ results, paging: { total } }, isReading) => {
          const event = values.event ?? results[0]?.event;
          const listed = results.find((trigger) => trigger.event === event);
          const events = results.map((trigger) => trigger.event);
          return (
            <Stack gap="sm">
              <Text size="sm">{said.triggersAbout}</Text>
              <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noTriggers}>
                <NativeSelect
                  aria-label={said.triggers}
                  maw={420}
                  value={event}
                  data={listed || event === undefined ? events : [event, ...events]}
                  onChange={({ currentTarget }) => set({ event: currentTarget.value })}
                />
              </PagedRows>
              {listed && <Chosen key={listed.event} trigger={listed} />}
              {!listed && event !== undefined && <Named event={event} />}
            </Stack>
          );
        }}
      </QueryView>
    </Panel>
  );
}

/** The trigger of the address, which another page of the list has. */
function Named({ event }: { event: string }) {
  const said = useTexts(scenarioTexts);
  const query = useTriggers({ event, limit: 1 });
  return (
    <QueryView query={query}>
      {({ results: [found] }) =>
        found ? <Chosen key={event} trigger={found} /> : <Text>{said.noTrigger(event)}</Text>
      }
    </QueryView>
  );
}

/** The values of a text that is a JSON object; `undefined` for any other. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function Chosen({ trigger }: { trigger: Trigger }) {
  const said = useTexts(scenarioTexts);
  const described = useWords(triggerDescriptions);
  const { client } = useLab();
  const { event, description } = trigger;
  const hasValues = Object.keys(trigger.with).length > 0;
  const [text, setText] = useState(JSON.stringify(trigger.with, null, 2));
  const values = objectIn(text);
  const run = useAction(
    () => dataOf(client.POST("/_sandbox/trigger", { body: { event, with: values ?? {} } })),
    {
      done: said.ran(event),
    },
  );
  return (
    <Stack gap="sm">
      <Text size="sm">{described(event, description)}</Text>
      {hasValues && (
        <JsonInput
          label={said.values}
          value={text}
          onChange={setText}
          error={values === undefined && said.invalid}
          autosize
          minRows={2}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        />
      )}
      <Group>
        <Button loading={run.isPending} disabled={values === undefined} onClick={() => run.mutate()}>
          {said.run}
        </Button>
        <PageLink to="/requests">{said.requests}</PageLink>
      </Group>
      {run.data && <Result result={run.data} />}
    </Stack>
  );
}

function Result({ result: { steps, created } }: { result: LabSchemas["TriggerResult"] }) {
  const said = useTexts(scenarioTexts);
  return (
    <Stack gap="xs">
      <Text fw={600}>{said.steps}</Text>
      {steps.map(({ name, status }, index) => (
        <Text key={`${name} ${index}`} size="sm">
          <Code>{name}</Code> <Tone tone={toneOf(status)}>{status}</Tone>
        </Text>
      ))}
      <Text fw={600}>{said.created}</Text>
      <CodeBox text={JSON.stringify(created, null, 2)} of={said.created} />
    </Stack>
  );
}
