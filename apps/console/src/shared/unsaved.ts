import { useBlocker } from "@tanstack/react-router";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";

/** Asks before a draft is left that was not saved: by a link of the console, or by closing the tab. */
export function useUnsaved(isUnsaved: boolean): void {
  const { leaveDraft } = useTexts(common);
  useBlocker({
    shouldBlockFn: () => !window.confirm(leaveDraft),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
  });
}
