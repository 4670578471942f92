/** A reason not to start, shown to users in one line without a stack. */
export class StartRefused extends Error {
  override name = "StartRefused";
}
