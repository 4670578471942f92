import { messageOf } from "@marketplace/conventions";
import { StartRefused } from "../boot/start-refused.ts";

/** Says why a command cannot listen on the port that it was given. */
export function notListening(error: unknown, port: number): StartRefused {
  const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const reason = messageOf(error);
  const what = isTaken ? `Port ${port} is already taken` : `Cannot listen on port ${port} (${reason})`;
  return new StartRefused(`${what}: name another with --port`);
}
