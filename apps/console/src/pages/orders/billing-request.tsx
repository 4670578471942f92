import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { useChange } from "../../shared/change.tsx";
import { Dialog } from "../../shared/dialog.tsx";
import { draftKeys } from "../../shared/draft-keys.ts";
import { useUnsaved } from "../../shared/unsaved.ts";
import { useTexts } from "../../texts/texts.ts";
import { orderTexts } from "./order-texts.ts";

const longest = 500;

/** Asks the buyer of a pack for billing data. */
export function BillingRequest({ packId }: { packId: number }) {
  const said = useTexts(orderTexts);
  const client = useClient();
  const [isOpen, { open, close }] = useDisclosure();
  const [text, setText] = useState("");
  // It is still there when the dialog is opened again.
  useUnsaved(text.trim() !== "");
  const [keys] = useState(draftKeys);
  const left = longest - [...text].length;
  const send = useChange(
    () =>
      dataOf(
        client.POST("/packs/{pack_id}/fiscal_documents/request", {
          params: { path: { pack_id: String(packId) }, header: keys.headerFor({ packId, text }) },
          body: { text },
        }),
      ),
    {
      done: () => said.billingSent,
      after() {
        keys.done();
        setText("");
        close();
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(undefined);
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {said.billing}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={said.billing}>
        <form onSubmit={submit}>
          <Stack>
            <Textarea
              label={said.billingText}
              description={said.billingHint(left)}
              error={left < 0}
              value={text}
              autosize
              minRows={3}
              data-autofocus
              required
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={!text.trim() || left < 0} loading={send.isPending}>
                {said.send}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
