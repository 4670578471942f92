import { type RefObject, useRef } from "react";

/**
 * The button of a menu whose items open dialogs. A dialog gives the focus back to what opened it, which is
 * gone with the menu: who closes one goes on at the menu's button.
 */
export function useMenuButton(): { button: RefObject<HTMLButtonElement | null>; back(): void } {
  const button = useRef<HTMLButtonElement>(null);
  return { button, back: () => button.current?.focus() };
}
