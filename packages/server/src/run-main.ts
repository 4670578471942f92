/** Runs a process. What an operator has to mend ends it with one line and exit code 1, not with a stack. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    process.stderr.write(`${reason}\n`);
    // At once: what has been opened until then would keep the process.
    process.exit(1);
  }
}

/** `undefined` for a defect, whose stack is needed. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Every package words what is wrong with a variable like this.
  if (error.message.startsWith("Invalid configuration: ")) return error.message;
  const { syscall } = error as NodeJS.ErrnoException;
  // Of HOST and PORT: the port is taken or forbidden, or the host is not this machine.
  return syscall === "listen" || syscall === "getaddrinfo" ? `Cannot start: ${error.message}` : undefined;
}
