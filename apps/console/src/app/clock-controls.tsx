import { Button, Menu, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { dataOf } from "../api/problem.ts";
import type { LabSchemas } from "../session/lab.ts";
import { useLab } from "../session/session.ts";
import { useAction } from "../shared/action.tsx";
import { useMenuButton } from "../shared/menu-button.ts";
import { Time } from "../shared/time.tsx";
import { Tone } from "../shared/tone.tsx";
import { useTexts } from "../texts/texts.ts";
import { worldTexts } from "./world-texts.ts";

/** Loaded when it is opened. */
const SetClock = lazy(async () => ({ default: (await import("./set-clock.tsx")).SetClock }));

type Move = LabSchemas["ClockMove"];

/** Now, as the world's clock says, going on by itself between the readings. */
function useNow() {
  const { client } = useLab();
  const query = useQuery({
    queryKey: ["lab", "clock"],
    queryFn: async () => ({
      ...(await dataOf(client.GET("/_sandbox/clock"))),
      readAt: performance.now(),
    }),
    refetchInterval: 30_000,
  });
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (!query.data) return undefined;
  const { now, frozen, readAt, offset_ms } = query.data;
  const gone = frozen ? 0 : performance.now() - readAt;
  return { frozen, offset_ms, now: new Date(Date.parse(now) + gone).toISOString() };
}

/** The clock of the world, and how to move it: forward only. */
export function ClockControls() {
  const said = useTexts(worldTexts);
  const { client } = useLab();
  const clock = useNow();
  const move = useAction((body: Move) => dataOf(client.POST("/_sandbox/clock", { body })), {
    done: ({ fired }) => said.moved(String(fired.length)),
  });
  const { button, back } = useMenuButton();
  const [isSetting, { open, close }] = useDisclosure(false, { onClose: back });
  const steps: [string, Move][] = [
    [said.advance(said.minutes), { advance: "PT15M" }],
    [said.advance(said.hour), { advance: "PT1H" }],
    [said.advance(said.day), { advance: "P1D" }],
    [said.nextDelivery, { to_next: "delivery" }],
    [said.nextExpiry, { to_next: "expiry" }],
    [said.nextCutoff, { to_next: "cutoff" }],
    clock?.frozen ? [said.resume, { resume: true }] : [said.freeze, { freeze: true }],
  ];
  return (
    <>
      {clock && (
        <Text size="sm" component="span">
          <Time at={clock.now} /> {clock.frozen && <Tone tone="warn">{said.frozen}</Tone>}
          {!clock.frozen && clock.offset_ms !== 0 && <Tone tone="info">{said.ahead}</Tone>}
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={move.isPending}
        onClick={() => move.mutate({ to_next: "any" })}
      >
        {said.next}
      </Button>
      <Menu shadow="md">
        <Menu.Target>
          <Button ref={button} size="compact-sm" variant="default" rightSection={<span aria-hidden>▾</span>}>
            {said.clock}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={open} disabled={!clock}>
            {said.setTo}
          </Menu.Item>
          {steps.map(([label, body]) => (
            <Menu.Item key={label} onClick={() => move.mutate(body)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isSetting && clock && (
        <Suspense>
          <SetClock now={clock.now} close={close} set={(to) => move.mutate({ to })} />
        </Suspense>
      )}
    </>
  );
}
