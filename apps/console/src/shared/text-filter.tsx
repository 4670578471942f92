import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
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
  const tell = useDebouncedCallback((text: string) => {
    if (text === told.current) return;
    told.current = text;
    onChange(text);
  }, pauseMs);
  useEffect(() => {
    // The address was changed by somebody else: by the way back, or by clearing all filters.
    if (value !== told.current) {
      tell.cancel();
      setTyped(value);
    }
    told.current = value;
  }, [value, tell]);
  const type = (text: string) => {
    setTyped(text);
    tell(text);
  };
  return (
    <TextInput
      {...field}
      value={typed}
      onChange={({ currentTarget: { value: text } }) => type(without ? text.replaceAll(without, "") : text)}
    />
  );
}
