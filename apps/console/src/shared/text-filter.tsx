import { TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

/** How long the address waits for the next letter. */
const pauseMs = 250;

interface Props extends Omit<TextInputProps, "value" | "onChange"> {
  /** As the address has it. */
  value: string | undefined;
  /** What cannot be in it is not typed: all but digits, or spaces. */
  without?: RegExp;
  onChange(text: string): void;
}

/** A filter that is typed. It shows each letter at once; the list follows when the typing pauses. */
export function TextFilter({ value = "", without, onChange, ...field }: Props) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => {
    // The address was changed by somebody else: by the way back, or by clearing all filters.
    if (value !== told.current) setTyped(value);
    told.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === told.current) return;
    const timer = setTimeout(() => {
      told.current = typed;
      tell.current(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      {...field}
      value={typed}
      onChange={({ currentTarget }) =>
        setTyped(without ? currentTarget.value.replaceAll(without, "") : currentTarget.value)
      }
    />
  );
}
