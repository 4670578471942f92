import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiProblem, dataOf } from "../../api/problem.ts";
import type { LabSchemas } from "../../session/lab.ts";
import { useLab } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { AskFirst } from "../../shared/ask-first.tsx";
import { Copy } from "../../shared/copy.tsx";
import { type Column, DataTable } from "../../shared/data-table.tsx";
import { useNumbers } from "../../shared/numbers.ts";
import { Panel } from "../../shared/page.tsx";
import { PagedRows, usePagingAs } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Tone, toneOf } from "../../shared/tone.tsx";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { notificationTexts } from "./notification-texts.ts";

type Receiver = LabSchemas["Receiver"];

/** What a receiver answers that is switched off. */
const off = 503;

/** Endpoints in the product that keep what they get. */
export function Receivers() {
  const said = useTexts(notificationTexts);
  const texts = useTexts(common);
  const number = useNumbers();
  const { client } = useLab();
  const [name, setName] = useState("");
  const paged = usePagingAs("receivers");
  const query = useQuery({
    queryKey: ["lab", "receivers", paged.paging],
    queryFn: () => dataOf(client.GET("/_sandbox/receivers", { params: { query: paged.paging } })),
  });
  const params = { path: { name } };
  const isThere = () =>
    dataOf(client.GET("/_sandbox/receivers/{name}", { params: { ...params, query: { limit: 0 } } })).then(
      () => true,
      (error) => {
        if (error instanceof ApiProblem && error.status === 404) return false;
        throw error;
      },
    );
  const add = useAction(
    async () => {
      // The API would change what that one answers.
      if (await isThere()) throw new Error(said.nameTaken(name));
      const body = { status: 200, delay_ms: 0 };
      return dataOf(client.PUT("/_sandbox/receivers/{name}", { params, body }));
    },
    {
      onDone() {
        setName("");
        // The newest one is the last of the list.
        const total = (query.data?.paging.total ?? 0) + 1;
        paged.filters.set({ page: String(Math.ceil(total / paged.paging.limit)) });
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const columns: Column<Receiver>[] = [
    { title: said.name, cell: ({ name }) => name },
    {
      title: said.answers,
      from: "xs",
      cell: ({ status }) => <Tone tone={toneOf(status)}>{status}</Tone>,
    },
    { title: said.address, from: "sm", cell: ({ url }) => <Code className="console-break">{url}</Code> },
    { title: texts.copy, cell: ({ url, name }) => <Copy text={url} of={`${said.address} ${name}`} /> },
    { title: said.received, from: "sm", cell: ({ received }) => number(received) },
    { title: texts.actions, cell: (receiver) => <ReceiverActions receiver={receiver} /> },
  ];
  return (
    <Panel title={said.receivers}>
      <Stack gap="sm">
        <Text size="sm">{said.receiversAbout}</Text>
        <QueryView query={query}>
          {({ results, paging: { total } }, isReading) => (
            <Stack gap="xs">
              <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noReceivers}>
                <DataTable
                  label={said.receivers}
                  rows={results}
                  keyOf={({ name }) => name}
                  columns={columns}
                  isNamed
                />
              </PagedRows>
            </Stack>
          )}
        </QueryView>
        <form onSubmit={submit}>
          <Group align="end" gap="xs">
            <TextInput
              label={said.name}
              placeholder="my-app"
              pattern="[a-z0-9\-]{1,64}"
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              required
            />
            <Button type="submit" variant="default" loading={add.isPending}>
              {said.create}
            </Button>
          </Group>
        </form>
      </Stack>
    </Panel>
  );
}

function ReceiverActions({ receiver }: { receiver: Receiver }) {
  const said = useTexts(notificationTexts);
  const { client } = useLab();
  const { name, status, delay_ms } = receiver;
  const path = { path: { name } };
  const isOff = status === off;
  const turn = useAction(() =>
    dataOf(
      client.PUT("/_sandbox/receivers/{name}", {
        params: path,
        body: { status: isOff ? 200 : off, delay_ms },
      }),
    ),
  );
  const remove = useAction(() => dataOf(client.DELETE("/_sandbox/receivers/{name}", { params: path })));
  return (
    <Group gap="xs">
      <Button size="compact-xs" variant="default" onClick={() => turn.mutate()} loading={turn.isPending}>
        {isOff ? said.on : said.off}
      </Button>
      <AskFirst
        size="compact-xs"
        label={said.remove}
        question={said.removeQuestion(name)}
        onConfirm={() => remove.mutateAsync()}
      />
    </Group>
  );
}
