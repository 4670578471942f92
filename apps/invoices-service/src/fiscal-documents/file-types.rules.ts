/** The media types that may be stored (spec: Invoices, Limits). */
export const fileTypes = ["application/pdf", "application/xml", "text/xml"] as const;
export type FileType = (typeof fileTypes)[number];

/** The slot that each type takes: a pack has one PDF and one XML of its seller. */
export const slots = {
  "application/pdf": "pdf",
  "application/xml": "xml",
  "text/xml": "xml",
} as const satisfies Record<FileType, string>;

export const isFileType = (type: string): type is FileType => Object.hasOwn(slots, type);

/** The slot of a media type, if it may be stored. */
export const slotOf = (type: string) => (isFileType(type) ? slots[type] : undefined);
