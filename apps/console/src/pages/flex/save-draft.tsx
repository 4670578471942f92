import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { dataOf } from "../../api/problem.ts";
import { useSession } from "../../session/session.ts";
import { useChange } from "../../shared/change.tsx";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import type { Configuration } from "./flex-queries.ts";
import { flexTexts } from "./flex-texts.ts";
import type { KeptDraft } from "./use-draft.ts";

/** Which part of whose configuration a change is made to, and what it was made of. */
interface Init {
  params: { path: { site_id: string; user_id: string; service_id: string } };
  headers: { "If-Match": string };
}

interface Props {
  site: string;
  subscription: Configuration["subscription"];
  /** Of the part as it was read. */
  etag: string;
  put(init: Init): Parameters<typeof dataOf>[0];
  kept: Omit<KeptDraft<unknown, unknown>, "change">;
  isRefused?: boolean;
}

/** The buttons that save a draft of a part of the configuration, or take it back. */
export function SaveDraft({ site, subscription, etag, put, kept, isRefused = false }: Props) {
  const said = useTexts(flexTexts);
  const texts = useTexts(common);
  const { userId } = useSession().session;
  const { isChanged, isBehind, takeBack, goOn } = kept;
  const isLeft = subscription.status.id === "out";
  const path = { site_id: site, user_id: String(userId), service_id: String(subscription.service_id) };
  const save = useChange(() => dataOf(put({ params: { path }, headers: { "If-Match": etag } })), {
    refresh: [["flex", "configuration"]],
    done: () => said.saved,
  });
  if (isBehind)
    return (
      <Alert color="orange" variant="light" title={said.behind} role="status">
        <Group>
          <Button onClick={goOn}>{said.goOn}</Button>
          <Button variant="default" onClick={takeBack}>
            {said.takeNew}
          </Button>
        </Group>
      </Alert>
    );
  return (
    <Stack gap="xs">
      {isLeft && <Text size="sm">{said.leftLocked}</Text>}
      <Group>
        <Button
          onClick={() => save.mutate(undefined)}
          loading={save.isPending}
          disabled={!isChanged || isRefused || isLeft}
        >
          {texts.save}
        </Button>
        <Button variant="default" onClick={takeBack} disabled={!isChanged}>
          {said.takeBack}
        </Button>
        {isChanged && <Text size="sm">{said.unsaved}</Text>}
      </Group>
    </Stack>
  );
}
