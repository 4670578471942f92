import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { dataOf } from "../../api/problem.ts";
import type { LabSchemas } from "../../session/lab.ts";
import { useLab } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { AskFirst } from "../../shared/ask-first.tsx";
import { Copy } from "../../shared/copy.tsx";
import { Panel } from "../../shared/page.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Tone, toneOf } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { notificationTexts } from "./notification-texts.ts";

/** What a receiver answers that is switched off. */
const off = 503;

/** Endpoints in the product that keep what they get. */
export function Receivers() {
  const said = useTexts(notificationTexts);
  const { client } = useLab();
  const [name, setName] = useState("");
  const query = useQuery({
    queryKey: ["lab", "receivers"],
    queryFn: () => dataOf(client.GET("/_sandbox/receivers", { params: { query: { limit: 100 } } })),
  });
  const add = useAction(
    () =>
      dataOf(
        client.PUT("/_sandbox/receivers/{name}", {
          params: { path: { name } },
          body: { status: 200, delay_ms: 0 },
        }),
      ),
    { onDone: () => setName("") },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Panel title={said.receivers}>
      <Stack gap="sm">
        <Text size="sm">{said.receiversAbout}</Text>
        <QueryView query={query}>
          {({ results }) => (
            <Stack gap="xs">
              {results.map((receiver) => (
                <ReceiverView key={receiver.name} receiver={receiver} />
              ))}
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

function ReceiverView({ receiver }: { receiver: LabSchemas["Receiver"] }) {
  const said = useTexts(notificationTexts);
  const { client } = useLab();
  const { name, url, status, delay_ms, received } = receiver;
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
      <Text fw={600}>{name}</Text>
      <Tone tone={toneOf(status)}>{status}</Tone>
      <Code className="console-break">{url}</Code>
      <Copy text={url} of={`${said.address} ${name}`} />
      <Text size="sm">
        {said.received}: {received}
      </Text>
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
