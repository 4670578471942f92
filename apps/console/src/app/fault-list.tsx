import { Button, Code, Divider, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { dataOf } from "../api/problem.ts";
import type { LabSchemas } from "../session/lab.ts";
import { useLab } from "../session/session.ts";
import { useAction } from "../shared/action.tsx";
import { type Paged, PagedRows, useOwnPaging } from "../shared/paging.tsx";
import { QueryView } from "../shared/query-view.tsx";
import { Time } from "../shared/time.tsx";
import { useTexts } from "../texts/texts.ts";
import { useFaults } from "./faults.ts";
import { NewFault } from "./new-fault.tsx";
import { worldTexts } from "./world-texts.ts";

type Shown = LabSchemas["FaultRuleView"];

/** In a dialog the page of the list is not in the address. */
export const FaultDialog = () => <FaultList paged={useOwnPaging()} />;

/** Every rule with how often it fired, and a way to add one. */
export function FaultList({ paged }: { paged: Paged }) {
  const said = useTexts(worldTexts);
  const query = useFaults(paged.paging);
  const { limit, offset } = paged.paging;
  /** Leads to the page of a new rule, which is the last of the list. */
  const showLast = () => {
    const page = Math.floor((query.data?.paging.total ?? 0) / limit);
    if (page !== offset / limit) paged.filters.set({ page: String(page + 1) });
  };
  return (
    <Stack gap="sm">
      <QueryView query={query}>
        {({ results, paging: { total } }, isReading) => (
          <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noFaults}>
            {results.map((rule) => (
              <Fault key={rule.id} rule={rule} />
            ))}
          </PagedRows>
        )}
      </QueryView>
      <Divider />
      <NewFault onAdded={showLast} />
    </Stack>
  );
}

function Fault({ rule }: { rule: Shown }) {
  const said = useTexts(worldTexts);
  const { client } = useLab();
  const { id, target, effect, match, matched, fired, expires_at } = rule;
  const undo = useAction(() => {
    const { matched: _matched, fired: _fired, expires_at: _expires, ...again } = rule;
    return dataOf(client.POST("/_sandbox/faults", { body: again }));
  });
  const end = useAction(() => dataOf(client.DELETE("/_sandbox/faults/{id}", { params: { path: { id } } })), {
    onDone: () =>
      void notifications.show({
        message: (
          <Group justify="space-between">
            {said.removed(id)}
            <Button size="compact-xs" variant="default" onClick={() => undo.mutate()}>
              {said.undo}
            </Button>
          </Group>
        ),
      }),
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" className="console-break">
          <strong>{id}</strong> {target} <Code>{JSON.stringify(effect)}</Code>
          {Object.keys(match).length > 0 && <Code ml={4}>{JSON.stringify(match)}</Code>}
        </Text>
        <Text size="xs">
          {said.fired(fired, matched)} · {said.until} <Time at={expires_at} style="time" />
        </Text>
      </div>
      <Button
        size="compact-xs"
        variant="default"
        flex="none"
        onClick={() => end.mutate()}
        loading={end.isPending}
      >
        {said.remove}
      </Button>
    </Group>
  );
}
