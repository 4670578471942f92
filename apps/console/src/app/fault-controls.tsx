import { Button, Center, Loader, Popover } from "@mantine/core";
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
  const { loading } = useTexts(common);
  const rules = useFaults();
  return (
    <Popover shadow="md" width={400} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="default" rightSection={<span aria-hidden>▾</span>}>
          {rules.length === 0 ? (
            said.noFaults
          ) : (
            <Tone tone="warn">{`${said.faultsTitle}: ${said.faults(String(rules.length))}`}</Tone>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={said.faultsTitle} mah="70dvh" style={{ overflowY: "auto" }} maw="95vw">
        <Suspense
          fallback={
            <Center>
              <Loader aria-label={loading} />
            </Center>
          }
        >
          <FaultList />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
