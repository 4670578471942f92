import { type RefObject, useRef } from "react";

/**
 * The button of a menu whose items open dialogs. A closed dialog gives the focus back to what opened it. The
 * menu item is gone by then, so that the menu's button gets the focus.
 */
export function useMenuButton(): { button: RefObject<HTMLButtonElement | null>; back(): void } {
  const button = useRef<HTMLButtonElement>(null);
  return { button, back: () => button.current?.focus() };
}
