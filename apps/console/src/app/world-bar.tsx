import { Card, Group } from "@mantine/core";
import { useTexts } from "../texts/texts.ts";
import { ClockControls } from "./clock-controls.tsx";
import { FaultControls } from "./fault-controls.tsx";
import { WorldControls } from "./world-controls.tsx";
import { worldTexts } from "./world-texts.ts";

/** On every page of a sandbox: the world of this tab, its clock and its faults. */
export function WorldBar() {
  const said = useTexts(worldTexts);
  return (
    <Card withBorder padding="xs" component="section" aria-label={said.bar}>
      <Group gap="xs">
        <WorldControls />
        <ClockControls />
        <FaultControls />
      </Group>
    </Card>
  );
}
