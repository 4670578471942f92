import { Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";

interface Props extends ButtonProps {
  /** What the button and its confirmation say. */
  label: string;
  /** What will happen, and what cannot be taken back. */
  question: string;
  act(): Promise<unknown>;
}

/** A button of something that cannot be undone: it says what will happen, and asks first. */
export function ConfirmButton({ label, question, act, ...looks }: Props) {
  const texts = useTexts(common);
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" {...looks} onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} closeButtonProps={{ "aria-label": texts.close }}>
        <Stack>
          <Text>{question}</Text>
          <Group justify="end">
            <Button variant="default" onClick={close} data-autofocus>
              {texts.cancel}
            </Button>
            <Button color="red" onClick={() => void act().finally(close)}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
