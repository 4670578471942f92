import { Button, Code, Group, Stack, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import type { LabSchemas } from "../../session/lab.ts";
import { useLab } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { CodeBox } from "../../shared/copy.tsx";
import { useNumbers } from "../../shared/numbers.ts";
import { PageLink } from "../../shared/page-link.tsx";
import { pretty } from "../../shared/pretty.ts";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { notificationTexts } from "./notification-texts.ts";

type Shown = LabSchemas["DeliveredNotificationDetails"];
type Attempt = LabSchemas["NotificationAttempt"];

/** One notification: its attempts on a time line, each with payload, signature and answer. */
export function NotificationDetails({ id }: { id: string }) {
  const { client } = useLab();
  const query = useQuery({
    queryKey: ["lab", "notifications", "one", id],
    queryFn: () => dataOf(client.GET("/_sandbox/notifications/{id}", { params: { path: { id } } })),
    // The next attempt is set a moment after the last one has ended.
    refetchInterval: ({ state }) => state.data?.status === "failed" && 2_000,
  });
  return <QueryView query={query}>{(notification) => <Attempts notification={notification} />}</QueryView>;
}

function Attempts({ notification }: { notification: Shown }) {
  const said = useTexts(notificationTexts);
  const { client } = useLab();
  const { id, topic, resource, status, request_id, attempts, next_attempt_at } = notification;
  const resend = useAction(
    () => dataOf(client.POST("/_sandbox/notifications/{id}/resend", { params: { path: { id } } })),
    { done: said.resent },
  );
  return (
    <Stack>
      <Group gap="xs">
        <Tone tone={status === "failed" ? "bad" : "good"}>{said[status]}</Tone>
        <Text>{topic}</Text>
        <Code>{resource}</Code>
      </Group>
      {request_id && (
        <PageLink to="/requests" search={{ id: request_id, from: "all" }}>
          {said.cause}
        </PageLink>
      )}
      <Group>
        <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
          {said.resend}
        </Button>
      </Group>
      {status === "failed" && (
        <Text size="sm">
          {next_attempt_at ? (
            <>
              {said.nextAttempt}: <Time at={next_attempt_at} />. {said.nextAttemptHint}
            </>
          ) : (
            said.noAttemptLeft
          )}
        </Text>
      )}
      <Timeline active={attempts.length} bulletSize={20} lineWidth={2}>
        {attempts.map((attempt, index) => (
          <Timeline.Item
            key={`${attempt.at} ${index}`}
            color={attempt.failure === null ? "teal" : "red"}
            title={said.attempt(index + 1)}
          >
            <AttemptView attempt={attempt} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}

function AttemptView({ attempt }: { attempt: Attempt }) {
  const said = useTexts(notificationTexts);
  const number = useNumbers();
  const { at, duration_ms, url, sent, resent, headers, body, answer, failure } = attempt;
  return (
    <Stack gap={4}>
      <Text size="sm">
        <Time at={at} /> · {number(Math.round(duration_ms))} ms{resent && ` · ${said.byHand}`}
        {!sent && ` · ${said.heldBack}`}
      </Text>
      <Text size="sm" className="console-break">
        <Code>{url}</Code>{" "}
        <Tone tone={failure === null ? "good" : "bad"}>
          {answer ? `HTTP ${answer.status}` : (failure ?? said.noAnswer)}
        </Tone>
      </Text>
      <details>
        <summary>{said.payload}</summary>
        <CodeBox text={pretty(body)} of={said.payload} />
      </details>
      <details>
        <summary>{said.signature}</summary>
        <CodeBox text={lines(headers)} of={said.signature} />
      </details>
      {answer && answer.body !== "" && (
        <details>
          <summary>{said.answer}</summary>
          <CodeBox text={pretty(answer.body)} of={said.answer} />
        </details>
      )}
    </Stack>
  );
}

const lines = (headers: Attempt["headers"]): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
