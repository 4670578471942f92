/** Why an archive cannot become a world, in words for who sent it. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused";
  /** Code of the cause. */
  readonly code: string;
  /** The entry of the archive that is wrong. */
  readonly entry: string | undefined;

  constructor(code: string, message: string, { entry, cause }: { entry?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.entry = entry;
  }
}
