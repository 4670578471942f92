import { Alert, Modal, Stack } from "@mantine/core";
import { dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { CodeBox } from "../../shared/copy.tsx";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { ApplicationForm, type Settings } from "./application-form.tsx";
import { applicationTexts } from "./application-texts.ts";

const fresh: Settings = {
  name: "",
  redirect_uris: ["http://localhost:3000/callback"],
  callback_url: null,
  topics: [],
};

/** Creates an application, and shows its secret once. */
export function NewApplication({ isOpen, close }: { isOpen: boolean; close(): void }) {
  const said = useTexts(applicationTexts);
  const texts = useTexts(common);
  const client = useClient();
  const create = useAction((body: Settings) => dataOf(client.POST("/applications", { body })));
  const end = () => {
    close();
    create.reset();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={end}
      // The secret is shown once.
      closeOnClickOutside={!create.data}
      title={said.create}
      size="lg"
      closeButtonProps={{ "aria-label": texts.close }}
    >
      {create.data ? (
        <Stack>
          <Alert color="teal">{said.created}</Alert>
          <CodeBox text={create.data.client_id} of="client_id" />
          <CodeBox text={create.data.client_secret} of={said.secret} />
        </Stack>
      ) : (
        <ApplicationForm initial={fresh} isBusy={create.isPending} save={(body) => create.mutate(body)} />
      )}
    </Modal>
  );
}
