import { Button, Card, Code, Group, List, Progress, Stack, Text, Title } from "@mantine/core";
import type { components } from "@marketplace-api/client";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { AskFirst } from "../../shared/ask-first.tsx";
import { useChange } from "../../shared/change.tsx";
import type { Column } from "../../shared/data-table.tsx";
import { pageOf, useFilters } from "../../shared/filters.ts";
import { Listing } from "../../shared/listing.tsx";
import { useNumbers } from "../../shared/numbers.ts";
import { PagedRows, useOwnPaging } from "../../shared/paging.tsx";
import { Time } from "../../shared/time.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { healthTexts } from "./health-texts.ts";

type Run = components["schemas"]["InvoiceReconciliation"];

const tones = { running: "info", done: "good", failed: "bad" } as const;

/** Begins reconciliations of invoices, and shows how far they are. */
export function Reconciliations() {
  const said = useTexts(healthTexts);
  const client = useClient();
  const filters = useFilters();
  const page = pageOf(filters.values);
  const query = useQuery({
    queryKey: ["health", "reconciliations", page],
    queryFn: () => dataOf(client.GET("/operations/invoice_reconciliations", { params: { query: page } })),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === "running") ? 1_000 : 15_000,
  });
  const start = useChange(
    (mend: boolean) => dataOf(client.POST("/operations/invoice_reconciliations", { body: { mend } })),
    { refresh: [["health", "reconciliations"]], done: () => said.started },
  );
  const columns: Column<Run>[] = [
    { title: said.run, cell: ({ id }) => id },
    { title: said.when, from: "sm", cell: ({ date_created }) => <Time at={date_created} /> },
    { title: said.progress, cell: (run) => <Far run={run} /> },
    { title: said.found, cell: (run) => <Differences run={run} /> },
  ];
  return (
    <Card withBorder padding="sm" component="section" aria-label={said.reconcile}>
      <Group justify="space-between" mb="sm">
        <Stack gap={0}>
          <Title order={2} size="h5">
            {said.reconcile}
          </Title>
          <Text size="sm" c="dimmed">
            {said.reconcileHint}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button size="xs" loading={start.isPending} onClick={() => start.mutate(false)}>
            {said.compare}
          </Button>
          <AskFirst
            label={said.mend}
            question={said.mendQuestion}
            onConfirm={() => start.mutateAsync(true)}
          />
        </Group>
      </Group>
      <Listing
        label={said.reconcile}
        query={query}
        filters={filters}
        narrowedBy={[]}
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty={said.noRuns}
      />
    </Card>
  );
}

function Far({ run: { status, objects, documents, documents_total, mend, failure } }: { run: Run }) {
  const said = useTexts(healthTexts);
  // Objects are looked at first: they are half of the way.
  const share =
    documents_total === 0 ? 1 : (Math.min(objects, documents_total) + documents) / (2 * documents_total);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Tone tone={tones[status]}>{said[status]}</Tone>
        {mend && <Tone tone="neutral">{said.mends}</Tone>}
      </Group>
      {status === "running" && (
        <Progress value={100 * Math.min(1, share)} aria-label={said.progress} animated />
      )}
      <Text size="xs" c="dimmed">
        {said.counted(objects, documents, documents_total)}
        {failure && ` · ${failure}`}
      </Text>
    </Stack>
  );
}

function Differences({ run: { difference_count, differences, status } }: { run: Run }) {
  const said = useTexts(healthTexts);
  const number = useNumbers();
  const paged = useOwnPaging();
  if (status === "running") return null;
  const { limit, offset } = paged.paging;
  const total = differences.length;
  return (
    <Stack gap={4}>
      <Text size="sm">{number(difference_count)}</Text>
      {total > 0 && (
        <details>
          <summary>{said.first(total)}</summary>
          <PagedRows paged={paged} total={total} isReading={false} empty={said.noRuns}>
            <List size="xs">
              {differences.slice(offset, offset + limit).map(({ kind, key, filename, pack_id }) => (
                <List.Item key={key}>
                  {said[kind]}: <Code className="console-break">{key}</Code> {filename} {pack_id}
                </List.Item>
              ))}
            </List>
          </PagedRows>
        </details>
      )}
    </Stack>
  );
}
