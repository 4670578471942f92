import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";

interface Draft {
  /** Whether it is still there when the page shows something else. */
  isKeptOnPage?: boolean;
}

/** How many drafts of this tab are not saved. */
let unsaved = 0;

/** Asks before a draft is left that was not saved: by a link of the console, or by closing the tab. */
export function useUnsaved(isUnsaved: boolean, { isKeptOnPage = false }: Draft = {}): void {
  const { leaveDraft } = useTexts(common);
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved++;
    return () => {
      unsaved--;
    };
  }, [isUnsaved]);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      !(isKeptOnPage && current.pathname === next.pathname) && !window.confirm(leaveDraft),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
  });
}

/** Asks before all drafts are left by something else than a link: where there is none, it may be done. */
export function useMayLeave(): () => boolean {
  const { leaveDraft } = useTexts(common);
  return () => unsaved === 0 || window.confirm(leaveDraft);
}
