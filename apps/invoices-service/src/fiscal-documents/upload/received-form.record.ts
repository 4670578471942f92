import type { Problem } from "@marketplace/conventions";

/** A file part as it was received; `problem` is what its own checks found. */
export interface ReceivedFile {
  filename: string;
  /** Media type as it was sent, in lower case. */
  type: string;
  problem: Problem | undefined;
  /** The object with its bytes; absent when it has a problem or is incomplete. */
  stored: StoredFile | undefined;
  /** Its bytes, while they wait in memory for the caller's token. */
  buffered: Buffer | undefined;
}

export interface StoredFile {
  key: string;
  size: number;
  sha256: string;
}

/** A multipart body, as far as it was read. */
export interface ReceivedForm {
  files: ReceivedFile[];
  /** The first other form field that holds a file: its files are ignored. */
  otherField: string | undefined;
  /** The form field access_token, wherever it stood. */
  accessToken: string | undefined;
  /** Why the form as a whole is not usable: the body is broken, or the store does not serve. */
  failure: unknown;
  /** Why reading stopped for any sender: it was too slow, or memory is short. Goes before a missing token. */
  cutOff: unknown;
}

/** Objects that were written for a form. */
export const storedKeys = ({ files }: ReceivedForm): string[] =>
  files.flatMap(({ stored }) => stored?.key ?? []);
