/** Aborts when the command is told to end: by Ctrl-C, by `kill`, or by the end of its terminal. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => interrupted.abort());
  return interrupted.signal;
}
