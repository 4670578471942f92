/** A reason not to start that the user can act on; shown as one line, without a stack. */
export class StartRefused extends Error {
  override name = "StartRefused";
}
