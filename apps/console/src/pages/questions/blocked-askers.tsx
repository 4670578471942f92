import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Dialog } from "../../shared/dialog.tsx";
import { PagedRows, useOwnPaging } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { useTexts } from "../../texts/texts.ts";
import { BlockButton } from "./question-actions.tsx";
import { useBlacklist, useUser } from "./question-queries.ts";
import { questionTexts } from "./question-texts.ts";

/** Who may not ask, and the way to let them ask again. */
export function BlockedAskers() {
  const said = useTexts(questionTexts);
  const [isOpen, { open, close }] = useDisclosure();
  const { data } = useBlacklist({ limit: 0 });
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {said.blockedList} ({data?.paging.total ?? "…"})
      </Button>
      <Dialog opened={isOpen} onClose={close} title={said.blockedList}>
        <Blocked />
      </Dialog>
    </>
  );
}

function Blocked() {
  const said = useTexts(questionTexts);
  const paged = useOwnPaging();
  const query = useBlacklist(paged.paging);
  return (
    <QueryView query={query}>
      {({ users, paging: { total } }, isReading) => (
        <Stack>
          <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noneBlocked}>
            {users.map(({ id, blocked_at }) => (
              <BlockedAsker key={id} id={id} at={blocked_at} />
            ))}
          </PagedRows>
        </Stack>
      )}
    </QueryView>
  );
}

function BlockedAsker({ id, at }: { id: number; at: string }) {
  const { data } = useUser(id);
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text>{data?.nickname ?? id}</Text>
        <Text size="xs" c="dimmed">
          <Time at={at} />
        </Text>
      </div>
      <BlockButton askerId={id} />
    </Group>
  );
}
