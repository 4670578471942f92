import { Button, Center, Loader } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { Dialog } from "../shared/dialog.tsx";
import { Tone } from "../shared/tone.tsx";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { useFaults } from "./faults.ts";
import { worldTexts } from "./world-texts.ts";

/** Its form is loaded when it is opened. */
const FaultDialog = lazy(async () => ({ default: (await import("./fault-list.tsx")).FaultDialog }));

/** The faults of the world: how many there are, which, and the way out. */
export function FaultControls() {
  const said = useTexts(worldTexts);
  const { loading } = useTexts(common);
  const total = useFaults().data?.paging.total;
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
        {total === undefined && said.unknownFaults}
        {total === 0 && said.noFaults}
        {total !== undefined && total > 0 && <Tone tone="warn">{said.faults(total)}</Tone>}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={said.faultsTitle}>
        <Suspense
          fallback={
            <Center>
              <Loader aria-label={loading} />
            </Center>
          }
        >
          <FaultDialog />
        </Suspense>
      </Dialog>
    </>
  );
}
