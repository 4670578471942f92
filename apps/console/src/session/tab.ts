/**
 * What a tab remembers while it is open, so that a reload goes on: whom it acts as, in which world, and what
 * a sign-in under way needs when the browser comes back. Tokens are in memory only.
 */
const key = "console-tab";

export interface Tab {
  user?: number;
  world?: string;
  signIn?: { state: string; verifier: string; target: string };
  /** Whether somebody has signed in here: a reload signs in again without being told to. */
  signedIn?: boolean;
  /** The family of the tokens that went with the page that was left. */
  left?: string | undefined;
}

export function readTab(): Tab {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** Changes what is named; `undefined` forgets it. Nothing is remembered where the browser blocks it. */
export function updateTab(change: Tab): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...readTab(), ...change }));
  } catch {
    // The page that is open goes on; a reload begins again.
  }
}
