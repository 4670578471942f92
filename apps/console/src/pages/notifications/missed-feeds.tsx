import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { Panel } from "../../shared/page.tsx";
import { PagedRows, usePagingAs } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { useTexts } from "../../texts/texts.ts";
import { notificationTexts } from "./notification-texts.ts";

/** What the user's applications did not acknowledge. */
export function MissedFeeds() {
  const said = useTexts(notificationTexts);
  const client = useClient();
  const { userId } = useSession().session;
  const paged = usePagingAs("own");
  // To operators the API would list those of everybody.
  const asked = { owner_id: userId, ...paged.paging };
  const query = useQuery({
    queryKey: ["applications", asked],
    queryFn: () => dataOf(client.GET("/applications", { params: { query: asked } })),
  });
  return (
    <Panel title={said.missed}>
      <QueryView query={query}>
        {({ results, paging: { total } }, isReading) => (
          <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noApplications}>
            {results.map(({ id, name }) => (
              <MissedBy key={id} id={id} name={name} />
            ))}
          </PagedRows>
        )}
      </QueryView>
    </Panel>
  );
}

function MissedBy({ id, name }: { id: number; name: string }) {
  const said = useTexts(notificationTexts);
  const client = useClient();
  const paged = usePagingAs(`missed-${id}`);
  const { paging } = paged;
  const query = useQuery({
    queryKey: ["missed", id, paging],
    queryFn: () =>
      dataOf(client.GET("/missed_feeds", { params: { query: { app_id: String(id), ...paging } } })),
    refetchInterval: 10_000,
  });
  const replay = useAction(
    (_id: string) => dataOf(client.POST("/missed_feeds/{_id}/replay", { params: { path: { _id } } })),
    { done: said.replayed },
  );
  return (
    <Stack gap="xs" mb="sm">
      <Text size="sm">{said.missedAbout(name)}</Text>
      <QueryView query={query}>
        {({ messages, paging: { total } }, isReading) => (
          <PagedRows paged={paged} total={total} isReading={isReading} empty={said.missedNone}>
            {messages.map(({ _id, topic, resource, sent }) => (
              <Group key={_id} gap="xs">
                <Text size="sm">{topic}</Text>
                <Code>{resource}</Code>
                {sent && <Time at={sent} />}
                <Button size="compact-xs" variant="default" onClick={() => replay.mutate(_id)}>
                  {said.replay}
                </Button>
              </Group>
            ))}
          </PagedRows>
        )}
      </QueryView>
    </Stack>
  );
}
