// `disconnect`: the parent process, which holds the other end of the IPC channel, is gone.
const signals = ["SIGINT", "SIGTERM", "disconnect"] as const;

type Stop = (signal?: string) => void;

let current: Stop | undefined;

/** Says what a process does when it is told to stop, in place of what was said before. */
export function onStop(stop: Stop): void {
  for (const signal of signals) {
    process.on(signal, stop);
    if (current) process.off(signal, current);
  }
  current = stop;
}

/**
 * Ends the process at once when it is told to stop before `runProcess` serves: it has accepted nothing yet.
 * Without this the first process of a container ignores SIGTERM until it is killed.
 */
export const stopAtOnce = (): void => onStop(() => process.exit(0));
