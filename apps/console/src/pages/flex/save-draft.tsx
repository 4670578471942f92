import { Button, Group, Text } from "@mantine/core";
import { dataOf } from "../../api/problem.ts";
import { useSession } from "../../session/session.ts";
import { useChange } from "../../shared/change.tsx";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { flexTexts } from "./flex-texts.ts";

/** Which part of whose configuration a change is made to, and what it was made of. */
interface Init {
  params: { path: { site_id: string; user_id: string; service_id: string } };
  headers: { "If-Match": string };
}

interface Props {
  site: string;
  serviceId: number;
  /** Of the part as it was read. */
  etag: string;
  put(init: Init): Parameters<typeof dataOf>[0];
  isChanged: boolean;
  isRefused?: boolean;
  onTakeBack(): void;
}

/** The buttons that save a draft of a part of the configuration, or take it back. */
export function SaveDraft({ site, serviceId, etag, put, isChanged, isRefused = false, onTakeBack }: Props) {
  const said = useTexts(flexTexts);
  const texts = useTexts(common);
  const { userId } = useSession().session;
  const path = { site_id: site, user_id: String(userId), service_id: String(serviceId) };
  const save = useChange(() => dataOf(put({ params: { path }, headers: { "If-Match": etag } })), {
    refresh: [["flex", "configuration"]],
    done: () => said.saved,
  });
  return (
    <Group>
      <Button
        onClick={() => save.mutate(undefined)}
        loading={save.isPending}
        disabled={!isChanged || isRefused}
      >
        {texts.save}
      </Button>
      <Button variant="default" onClick={onTakeBack} disabled={!isChanged}>
        {said.takeBack}
      </Button>
      {isChanged && <Text size="sm">{said.unsaved}</Text>}
    </Group>
  );
}
