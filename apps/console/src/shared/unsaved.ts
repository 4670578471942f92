import { useBlocker } from "@tanstack/react-router";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";

interface Draft {
  /** Whether it is still there when the page shows something else. */
  isKeptOnPage?: boolean;
}

/** Asks before a draft is left that was not saved: by a link of the console, or by closing the tab. */
export function useUnsaved(isUnsaved: boolean, { isKeptOnPage = false }: Draft = {}): void {
  const { leaveDraft } = useTexts(common);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      !(isKeptOnPage && current.pathname === next.pathname) && !window.confirm(leaveDraft),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
  });
}
