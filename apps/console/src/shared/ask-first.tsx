import { Button, type ButtonProps, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useContext, useEffect, useState } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { AskingContext } from "./asking.ts";
import { Dialog } from "./dialog.tsx";

interface Props extends ButtonProps {
  /** What the button does, as its label says it. */
  label: string;
  /** What happens, and that it cannot be undone. */
  question: string;
  /** The question stays until a promise has settled. */
  onConfirm(): unknown;
}

/** A button for what cannot be undone: it says what will happen, and asks. */
export function AskFirst({ label, question, onConfirm, ...button }: Props) {
  const texts = useTexts(common);
  const [isOpen, { open, close }] = useDisclosure();
  const [isBusy, setBusy] = useState(false);
  const tellAsking = useContext(AskingContext);
  useEffect(() => {
    if (!isOpen) return;
    tellAsking(true);
    return () => tellAsking(false);
  }, [isOpen, tellAsking]);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } catch {
      // The change has said why it failed.
    } finally {
      setBusy(false);
      close();
    }
  };
  return (
    <>
      <Button variant="default" size="xs" {...button} onClick={open}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={label} centered>
        <Stack>
          <Text>{question}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {texts.cancel}
            </Button>
            <Button color="red" loading={isBusy} onClick={() => void confirm()}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
