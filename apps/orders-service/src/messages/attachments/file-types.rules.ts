/** A kind of file that may be sent with a message (commerce.md 6). */
export interface FileType {
  /** The ending of its id. */
  extension: "jpg" | "png" | "pdf" | "txt";
  contentType: string;
}

const jpg: FileType = { extension: "jpg", contentType: "image/jpeg" };
const png: FileType = { extension: "png", contentType: "image/png" };
const pdf: FileType = { extension: "pdf", contentType: "application/pdf" };
const txt: FileType = { extension: "txt", contentType: "text/plain" };

/** The media types of files that come back. */
export const mediaTypes = [jpg, png, pdf, txt].map(({ contentType }) => contentType);

const signatures: readonly (readonly [Buffer, FileType])[] = [
  [Buffer.from([0xff, 0xd8, 0xff]), jpg],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), png],
  [Buffer.from("%PDF-"), pdf],
];

/** How many bytes tell what a file is. */
export const headBytes = 4_096;

/** Bytes that a text does not hold: controls, but for those of layout. */
const isControl = (byte: number): boolean => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte);

/** What a part says of its file. */
interface Named {
  filename: string;
  mediaType: string;
}

/**
 * The type of a file by its first bytes, whatever its name says. A text has no signature: it must be called
 * one and hold no control characters. `undefined` for a file that may not be sent.
 */
export function typeOf(head: Buffer, { filename, mediaType }: Named): FileType | undefined {
  const [, known] =
    signatures.find(([signature]) => head.subarray(0, signature.length).equals(signature)) ?? [];
  if (known) return known;
  const isCalledText = /\.txt$/i.test(filename) || mediaType === "text/plain";
  return isCalledText && !head.some(isControl) ? txt : undefined;
}
