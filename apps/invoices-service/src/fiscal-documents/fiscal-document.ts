/** The media types that may be stored, and the slot each takes: one PDF and one XML per pack and seller (spec: Invoices, Limits). */
export const slots = {
  "application/pdf": "pdf",
  "application/xml": "xml",
  "text/xml": "xml",
} as const;

export type FileType = keyof typeof slots;
export type Slot = (typeof slots)[FileType];

/** Whether a media type may be stored. */
export const isFileType = (type: string): type is FileType => Object.hasOwn(slots, type);

/** A stored file of a pack; `size` in bytes, `sha256` in hex. */
export interface DocumentRecord {
  id: string;
  packId: number;
  sellerId: number;
  fileType: FileType;
  filename: string;
  size: number;
  sha256: string;
  objectKey: string;
  createdAt: Date;
}

/** Under which all objects of this service lie. */
export const objectPrefix = "fiscal-documents/";
