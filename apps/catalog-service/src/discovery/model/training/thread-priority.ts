import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename } from "node:path";

/**
 * Lets the other threads of the process go first where processors are few: without it, training on one core leaves requests half
 * of it. Linux only, where a thread has a priority of its own; elsewhere, or without /proc, all stay equal.
 */
export function yieldToRequests(): void {
  if (process.platform !== "linux") return;
  try {
    // A synchronous call runs in the thread that makes it, and its link is "<process>/task/<thread>".
    setPriority(
      Number(basename(readlinkSync("/proc/thread-self"))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // Training works as well, only less considerately.
  }
}
