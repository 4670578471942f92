interface Pressed {
  code: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  getModifierState(name: string): boolean;
}

/**
 * The place of the saved answer that Alt and a digit insert. With Option, macOS writes another letter than
 * the digit, so that the key counts; AltGr is for letters, and on Windows is Ctrl and Alt as well.
 */
export function savedPlaceOf(event: Pressed): number | undefined {
  const { code, altKey, ctrlKey, metaKey } = event;
  if (!altKey || ctrlKey || metaKey || event.getModifierState("AltGraph")) return undefined;
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return digit === undefined ? undefined : Number(digit) - 1;
}
