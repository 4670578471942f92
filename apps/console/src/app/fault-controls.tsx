import { Button, Center, Loader, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { Tone } from "../shared/tone.tsx";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { useFaults } from "./faults.ts";
import { worldTexts } from "./world-texts.ts";

/** Its form is loaded when it is opened. */
const FaultList = lazy(async () => ({ default: (await import("./fault-list.tsx")).FaultList }));

/** The faults of the world: how many there are, which, and the way out. */
export function FaultControls() {
  const said = useTexts(worldTexts);
  const { loading, close: closing } = useTexts(common);
  const rules = useFaults();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        rightSection={<span aria-hidden>▾</span>}
        aria-haspopup="dialog"
        onClick={open}
      >
        {rules.length === 0 ? said.noFaults : <Tone tone="warn">{said.faults(rules.length)}</Tone>}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={said.faultsTitle}
        closeButtonProps={{ "aria-label": closing }}
      >
        <Suspense
          fallback={
            <Center>
              <Loader aria-label={loading} />
            </Center>
          }
        >
          <FaultList />
        </Suspense>
      </Modal>
    </>
  );
}
