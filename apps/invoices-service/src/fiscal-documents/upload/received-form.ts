import type { Problem } from "@marketplace/conventions";

/** A file part as it was received; `problem` is what its own checks found. */
export interface ReceivedFile {
  filename: string;
  /** Media type as it was sent, in lower case. */
  type: string;
  problem: Problem | undefined;
  /** The object its bytes are in; absent when it has a problem or did not arrive whole. */
  stored: StoredFile | undefined;
  /** Its bytes, where they wait in memory for the caller to be known. */
  held: Buffer | undefined;
}

export interface StoredFile {
  key: string;
  size: number;
  sha256: string;
}

/** What is known of a multipart body when its reading ended. */
export interface ReceivedForm {
  files: ReceivedFile[];
  /** The form field access_token, wherever it stood. */
  accessToken: string | undefined;
  /** Why it cannot be used as a whole: the body is broken, or the store does not serve. */
  failure: unknown;
  /** Why it was not read on whoever sends it: it came too slowly, or there is no memory for it. Goes before a missing token. */
  cutOff: unknown;
}

/** Objects that were written for a form. */
export const storedKeys = ({ files }: ReceivedForm): string[] =>
  files.flatMap(({ stored }) => stored?.key ?? []);
