import { readFileSync } from "node:fs";

/** Between `npx` and the product are two shells and pnpm. */
const mostLevels = 8;

interface ProcessState {
  parent: number;
  /** Since the machine started: a number given to another process later has another. */
  startedAt: string;
}

/**
 * Calls `gone` when the `npx` that started this process has ended. A signal to it ends a shell that does not pass it on, so that it would
 * never reach what that shell runs. On Linux; elsewhere, and started otherwise, it never calls.
 */
export function watchLauncher(gone: () => void, intervalMs = 500): void {
  const launcher = findLauncher();
  if (!launcher) return;
  const timer = setInterval(() => {
    if (stateOf(launcher.pid)?.startedAt === launcher.startedAt) return;
    clearInterval(timer);
    gone();
  }, intervalMs);
  timer.unref();
}

function findLauncher(): { pid: number; startedAt: string } | undefined {
  let pid = process.ppid;
  for (let level = 0; level < mostLevels; level++) {
    const state = stateOf(pid);
    if (!state) return undefined;
    if (/^npm exec\b/.test(readOrEmpty(`/proc/${pid}/cmdline`))) return { pid, startedAt: state.startedAt };
    pid = state.parent;
  }
  return undefined;
}

/** `undefined` for a process that has ended, whether or not its parent has noticed. */
function stateOf(pid: number): ProcessState | undefined {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, in which anything may be (proc(5)).
  const [state, parent, ...others] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const startedAt = others[17];
  if (startedAt === undefined || state === "Z") return undefined;
  return { parent: Number(parent), startedAt };
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
