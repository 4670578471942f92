import { readFileSync } from "node:fs";

/** A shell, pnpm, another shell, and npx. */
const levels = 4;

/** What npm calls itself while it is npx for pnpm. */
const npxTitle = /^npm exec pnpm(?:@|\s|\0|$)/;

interface ProcessState {
  parent: number;
  session: number;
  /** Since the machine started: another process that gets the number later has another. */
  startedAt: string;
}

/**
 * The `npx` that this script was started by, as its process number and start time, for `watchLauncher`;
 * undefined when it was started otherwise, or where there is no /proc (it is Linux's).
 */
export function findLauncher(): string | undefined {
  const session = stateOf(process.pid)?.session;
  let pid = process.ppid;
  for (let level = 0; level < levels; level++) {
    const state = stateOf(pid);
    // What runs in a session of its own is meant to outlive whoever started it.
    if (!state || state.session !== session) return undefined;
    if (npxTitle.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) return `${pid}:${state.startedAt}`;
    pid = state.parent;
  }
  return undefined;
}

/**
 * Calls `gone` once when the npx found by `findLauncher` has ended. A signal to npx alone ends it and a shell
 * that does not pass it on, so that it would never reach what that shell runs.
 */
export function watchLauncher(launcher: string | undefined, gone: () => void, intervalMs = 500): void {
  if (launcher === undefined || launcher === "") return;
  const look = () => {
    if (!hasEnded(launcher)) return;
    clearInterval(timer);
    gone();
  };
  const timer = setInterval(look, intervalMs);
  timer.unref();
  look();
}

function hasEnded(launcher: string): boolean {
  const [pid, startedAt] = launcher.split(":");
  try {
    return stateOf(Number(pid))?.startedAt !== startedAt;
  } catch {
    // Out of file descriptors, say: nothing is known of it now.
    return false;
  }
}

/**
 * `undefined` for a process that has ended, whether or not its parent has noticed; throws when that cannot be
 * told.
 */
function stateOf(pid: number): ProcessState | undefined {
  const stat = statOf(pid);
  // The second field is the program's name in parentheses, in which anything may be (proc(5)).
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, , session] = fields ?? [];
  const startedAt = fields?.[19];
  if (startedAt === undefined || state === "Z" || state === "X") return undefined;
  return { parent: Number(parent), session: Number(session), startedAt };
}

function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}
