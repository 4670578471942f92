import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Dialog } from "../shared/dialog.tsx";
import { useTimeZone } from "../shared/time.tsx";
import { useUnsaved } from "../shared/unsaved.ts";
import { momentIn, wallClock } from "../shared/zoned.rules.ts";
import { useTexts } from "../texts/texts.ts";
import { worldTexts } from "./world-texts.ts";

interface Props {
  now: string;
  close(): void;
  set(to: string): void;
}

/** Moves the clock to a time that is typed, in the zone in which all times are shown. */
export function SetClock(props: Props) {
  const said = useTexts(worldTexts);
  return (
    <Dialog opened onClose={props.close} title={said.setTime}>
      <TimeForm {...props} />
    </Dialog>
  );
}

function TimeForm({ now, close, set }: Props) {
  const said = useTexts(worldTexts);
  const timeZone = useTimeZone();
  const [first] = useState(() => wallClock(new Date(now), timeZone));
  const [typed, setTyped] = useState(first);
  useUnsaved(typed !== first);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = momentIn(timeZone, typed);
    if (!to) return;
    set(to.toISOString());
    close();
  };
  return (
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
  );
}
