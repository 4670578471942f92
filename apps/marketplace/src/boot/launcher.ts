import { readFileSync } from "node:fs";

/** The ancestors to search: a shell, pnpm, another shell, npx. */
const levels = 4;

/** npm's process title while it runs `npx pnpm` or `npx marketplace-api`. */
const npxTitle = /^npm exec (?:pnpm|marketplace-api)(?:@|\s|\0|$)/;

interface ProcessState {
  parent: number;
  session: number;
  /** In clock ticks since boot; tells apart processes that reuse a pid. */
  startedAt: string;
}

/** The ancestor `npx`, as pid and start time; undefined without one, or without /proc (Linux). */
export function findLauncher(): string | undefined {
  const session = stateOf(process.pid)?.session;
  let pid = process.ppid;
  for (let level = 0; level < levels; level++) {
    const state = stateOf(pid);
    // A process in its own session is meant to outlive its launcher.
    if (!state || state.session !== session) return undefined;
    if (npxTitle.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) return `${pid}:${state.startedAt}`;
    pid = state.parent;
  }
  return undefined;
}

/** Calls `gone` once when npx has ended: npx and its shell do not pass on signals to npx alone. */
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
    // Unknown, for example without free file descriptors.
    return false;
  }
}

/** The state of a process; `undefined` when it has ended. Throws when that is unknown. */
function stateOf(pid: number): ProcessState | undefined {
  const stat = statOf(pid);
  // The second field is the program's name in parentheses and may contain anything (proc(5)).
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
