/** A file that is not imported, for the reason in the message: one line that names what is wrong and where. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}
