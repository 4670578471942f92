import { Button, Code, Group, List, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import type { LabSchemas } from "../../session/lab.ts";
import { useLab } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { CodeBox, Copy } from "../../shared/copy.tsx";
import { PageLink } from "../../shared/page-link.tsx";
import { pretty } from "../../shared/pretty.ts";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { Tone, toneOf } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { requestTexts } from "./request-texts.ts";

type Details = LabSchemas["RecordedRequestDetails"];

interface Props {
  id: string;
  /** Shows another request instead. */
  show(id: string): void;
}

/** One request with everything that belongs to it. */
export function RequestDetails({ id, show }: Props) {
  const { client } = useLab();
  const params = { path: { request_id: id } };
  const query = useQuery({
    queryKey: ["lab", "requests", "one", id],
    queryFn: () => dataOf(client.GET("/_sandbox/requests/{request_id}", { params })),
  });
  return <QueryView query={query}>{(details) => <Shown details={details} show={show} />}</QueryView>;
}

function Shown({ details, show }: { details: Details; show: Props["show"] }) {
  const said = useTexts(requestTexts);
  const { method, target, status, started_at, duration_ms, operation, error, fault, replay_of } = details;
  return (
    <Stack>
      <Group gap="xs">
        <Tone tone={toneOf(status)}>{status ?? said.noAnswer}</Tone>
        <Code>
          {method} {target}
        </Code>
      </Group>
      <Text size="sm">
        <Time at={started_at} /> · {Math.round(duration_ms)} ms
        {operation ? ` · ${operation.summary}` : ` · ${said.noOperation}`}
      </Text>
      {fault && <Text size="sm">{said.disturbed(fault)}</Text>}
      {replay_of && (
        <Text size="sm">
          {said.replayOf}{" "}
          <Button size="compact-xs" variant="default" onClick={() => show(replay_of)}>
            {replay_of}
          </Button>
        </Text>
      )}
      <Actions id={details.id} show={show} />
      {error && (
        <section>
          <Title order={3} size="h5">
            {said.error}
          </Title>
          <Text>
            {error.message} <Code>{error.error}</Code>
          </Text>
          <List size="sm">
            {error.cause.map(({ code, message, references }) => (
              <List.Item key={`${code} ${message}`}>
                {message} <Code>{references.join(", ")}</Code>
              </List.Item>
            ))}
          </List>
        </section>
      )}
      <Message title={said.sent} message={details.request} />
      <Message title={said.answered} message={details.answer} />
      <Caused notifications={details.notifications} />
    </Stack>
  );
}

function Actions({ id, show }: Props) {
  const said = useTexts(requestTexts);
  const { client } = useLab();
  const params = { path: { request_id: id } };
  const replay = useAction(() => dataOf(client.POST("/_sandbox/requests/{request_id}/replay", { params })), {
    done: ({ status }) => said.replayed(String(status ?? said.noAnswer)),
    onDone: (again) => show(again.id),
  });
  const curl = useQuery({
    queryKey: ["lab", "curl", id],
    queryFn: () => dataOf(client.GET("/_sandbox/requests/{request_id}/curl", { params, parseAs: "text" })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button size="xs" loading={replay.isPending} onClick={() => replay.mutate()}>
          {said.replay}
        </Button>
      </Group>
      {curl.data !== undefined && <CodeBox text={String(curl.data)} of={said.curl} />}
    </Stack>
  );
}

type Message = Details["request"];

function Message({ title, message: { headers, body } }: { title: string; message: Message }) {
  const said = useTexts(requestTexts);
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {body?.text ? (
        <CodeBox text={pretty(body.text)} of={`${title}: ${said.body}`} />
      ) : (
        <Text size="sm" c="dimmed">
          {body?.bytes ? said.bytes(body.bytes) : said.noBody}
        </Text>
      )}
      {body?.truncated && <Text size="sm">{said.truncated}</Text>}
      <details>
        <summary>{said.headers}</summary>
        <Table.ScrollContainer minWidth={0}>
          <Table aria-label={`${title}: ${said.headers}`} verticalSpacing={4} fz="sm">
            <Table.Tbody>
              {Object.entries(headers).map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td className="console-break">{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </details>
    </section>
  );
}

function Caused({ notifications }: Pick<Details, "notifications">) {
  const said = useTexts(requestTexts);
  return (
    <section>
      <Title order={3} size="h5">
        {said.notifications}
      </Title>
      {notifications.length === 0 && (
        <Text size="sm" c="dimmed">
          {said.noNotifications}
        </Text>
      )}
      <List size="sm">
        {notifications.map(({ id, topic, resource, status }) => (
          <List.Item key={id}>
            <PageLink to="/notifications" search={{ id }}>
              {topic} {resource}
            </PageLink>{" "}
            <Tone tone={status === "failed" ? "bad" : "good"}>{said[status]}</Tone> <Copy text={id} of={id} />
          </List.Item>
        ))}
      </List>
    </section>
  );
}
