/** The start was interrupted by a signal; nothing went wrong. */
export class StartInterrupted extends Error {
  override name = "StartInterrupted";
}
