import { Button, Modal, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTimeZone } from "../shared/time.tsx";
import { momentIn, wallClock } from "../shared/zoned.rules.ts";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { worldTexts } from "./world-texts.ts";

interface Props {
  now: string;
  close(): void;
  set(to: string): void;
}

/** Moves the clock to a time that is typed, in the zone in which all times are shown. */
export function SetClock({ now, close, set }: Props) {
  const said = useTexts(worldTexts);
  const texts = useTexts(common);
  const timeZone = useTimeZone();
  const [typed, setTyped] = useState(() => wallClock(new Date(now), timeZone));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = momentIn(timeZone, typed);
    if (!to) return;
    set(to.toISOString());
    close();
  };
  return (
    <Modal opened onClose={close} title={said.setTime} closeButtonProps={{ "aria-label": texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="datetime-local"
            step={1}
            label={said.time(timeZone)}
            description={said.forwardOnly}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            required
            data-autofocus
          />
          <Button type="submit">{said.set}</Button>
        </Stack>
      </form>
    </Modal>
  );
}
