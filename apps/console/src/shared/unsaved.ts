import { useBlocker } from "@tanstack/react-router";
import { createContext, useContext, useEffect } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";

interface Draft {
  /** Whether it is still there when the page shows something else. */
  isKeptOnPage?: boolean;
  /** Filters of the address that it belongs to: another value of one leaves it. */
  of?: readonly string[];
  /** What is asked before it is left. */
  question?: string;
}

/** The drafts within a part of the page that are not saved: what is asked before each is left. */
export type Unsaved = Map<symbol, string>;

/** All drafts of this tab. */
const all: Unsaved = new Map();

/** The drafts of the dialog around; outside of dialogs there are none of its own. */
export const DialogDrafts = createContext<Unsaved | undefined>(undefined);

interface Place {
  pathname: string;
  search: Readonly<Record<string, unknown>>;
}

export const isSamePage = (current: Place, next: Place, filters: readonly string[]): boolean =>
  current.pathname === next.pathname && filters.every((name) => current.search[name] === next.search[name]);

/** Asks before a draft is left that was not saved: by a link, by closing its dialog or the tab. */
export function useUnsaved(
  isUnsaved: boolean,
  { isKeptOnPage = false, of = [], question }: Draft = {},
): void {
  const { leaveDraft } = useTexts(common);
  const asked = question ?? leaveDraft;
  const ofDialog = useContext(DialogDrafts);
  useEffect(() => {
    if (!isUnsaved) return;
    const draft = Symbol();
    all.set(draft, asked);
    ofDialog?.set(draft, asked);
    return () => {
      all.delete(draft);
      ofDialog?.delete(draft);
    };
  }, [isUnsaved, asked, ofDialog]);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      !(isKeptOnPage && isSamePage(current, next, of)) && !window.confirm(asked),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
  });
}

/** Asks once before drafts are left; where there is none, they may be. */
export function mayLeave(drafts: Unsaved = all): boolean {
  const [asked] = drafts.values();
  return asked === undefined || window.confirm(asked);
}
