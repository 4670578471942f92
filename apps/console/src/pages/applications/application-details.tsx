import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { AskFirst } from "../../shared/ask-first.tsx";
import { CodeBox } from "../../shared/copy.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { useUnsaved } from "../../shared/unsaved.ts";
import { useTexts } from "../../texts/texts.ts";
import type { Application } from "./application-form.tsx";
import { ApplicationForm, type Settings, topics } from "./application-form.tsx";
import { applicationTexts } from "./application-texts.ts";
import { changesOf } from "./edited.rules.ts";

/** One application, to its owner with everything that may be changed. */
export function ApplicationDetails({ id }: { id: string }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ["application", id],
    queryFn: () => dataOf(client.GET("/applications/{id}", { params: { path: { id } } })),
  });
  return <QueryView query={query}>{(application) => <Shown application={application} />}</QueryView>;
}

const settingsOf = ({
  name,
  redirect_uris = [],
  callback_url = null,
  topics: chosen = [],
}: Application): Settings => ({
  name,
  redirect_uris,
  callback_url,
  topics: topics.filter((topic) => chosen.includes(topic)),
});

function Shown({ application }: { application: Application }) {
  const said = useTexts(applicationTexts);
  const client = useClient();
  const path = { params: { path: { id: String(application.id) } } };
  const change = useAction(
    (body: Partial<Settings> & { status?: "active" | "disabled" }) =>
      dataOf(client.PUT("/applications/{id}", { ...path, body })),
    { done: said.saved },
  );
  const isOwner = application.webhook_secret !== undefined;
  if (application.status === undefined) return <Text>{said.foreign}</Text>;
  return (
    <Stack>
      <CodeBox text={String(application.id)} of="client_id" />
      <Group gap="xs">
        {application.status === "active" ? (
          <AskFirst
            label={said.disable}
            question={said.disableQuestion}
            onConfirm={() => change.mutateAsync({ status: "disabled" })}
          />
        ) : (
          <Button size="xs" onClick={() => change.mutate({ status: "active" })}>
            {said.enable}
          </Button>
        )}
      </Group>
      {isOwner && (
        <>
          <Secret id={String(application.id)} />
          <Text size="sm" fw={600}>
            {said.webhook}
          </Text>
          <CodeBox text={application.webhook_secret ?? ""} of={said.webhook} />
          <ApplicationForm
            key={application.id}
            initial={settingsOf(application)}
            isBusy={change.isPending}
            save={(settings) => change.mutateAsync(changedOf(application, settings))}
          />
        </>
      )}
    </Stack>
  );
}

/** What differs from what is stored, so that nothing else is written back. */
function changedOf(application: Application, settings: Settings): Partial<Settings> {
  const changes = changesOf(settingsOf(application), settings);
  if (!changes.topics) return changes;
  // Topics that are not shown here stay as they are. The API gave them, so that it takes them.
  const others = (application.topics ?? []).filter((topic) => !topics.some((shown) => shown === topic));
  return { ...changes, topics: [...changes.topics, ...others] as Settings["topics"] };
}

function Secret({ id }: { id: string }) {
  const said = useTexts(applicationTexts);
  const client = useClient();
  const rotate = useAction(() =>
    dataOf(
      client.POST("/applications/{id}/secret", { params: { path: { id } }, body: { grace_minutes: 0 } }),
    ),
  );
  useUnsaved(rotate.data !== undefined, { question: said.secretGoes });
  return (
    <Stack gap="xs">
      <Group>
        <AskFirst label={said.rotate} question={said.rotateQuestion} onConfirm={() => rotate.mutateAsync()} />
      </Group>
      {rotate.data && (
        <>
          <Alert color="teal">{said.rotated}</Alert>
          <CodeBox text={rotate.data.client_secret} of={said.secret} />
        </>
      )}
    </Stack>
  );
}
