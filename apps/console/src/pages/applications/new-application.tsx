import { Alert, Stack } from "@mantine/core";
import { useState } from "react";
import { dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { CodeBox } from "../../shared/copy.tsx";
import { Dialog } from "../../shared/dialog.tsx";
import { draftKeys } from "../../shared/draft-keys.ts";
import { useUnsaved } from "../../shared/unsaved.ts";
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
  const client = useClient();
  const [keys] = useState(draftKeys);
  const create = useAction(
    (body: Settings) =>
      dataOf(client.POST("/applications", { params: { header: keys.headerFor(body) }, body })),
    { onDone: keys.done },
  );
  const end = () => {
    close();
    create.reset();
  };
  const hasSecret = create.data !== undefined;
  // Its own button closes the dialog without a question; a link, the way back and the tab's end ask.
  useUnsaved(hasSecret, { question: said.secretGoes });
  return (
    <Dialog
      opened={isOpen}
      onClose={end}
      // The secret is shown once.
      closeOnClickOutside={!hasSecret}
      closeOnEscape={!hasSecret}
      title={said.create}
      size="lg"
    >
      {create.data ? (
        <Stack>
          <Alert color="teal">{said.created}</Alert>
          <CodeBox text={create.data.client_id} of="client_id" />
          <CodeBox text={create.data.client_secret} of={said.secret} />
        </Stack>
      ) : (
        <ApplicationForm initial={fresh} isBusy={create.isPending} save={create.mutateAsync} />
      )}
    </Dialog>
  );
}
