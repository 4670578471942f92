/** What a pack takes: one PDF, and one XML beside it, of a megabyte at most. */
export const largest = 1_048_576;
const slots: Record<string, "pdf" | "xml"> = {
  "application/pdf": "pdf",
  "application/xml": "xml",
  "text/xml": "xml",
};
export type Slot = "pdf" | "xml";

export interface Chosen {
  name: string;
  size: number;
  type: string;
}

export type Refused =
  | { code: "tooLarge" | "wrongType" | "emptyFile"; of: string }
  | { code: "twice" | "taken"; of: Slot };

export const slotOf = ({ type }: Pick<Chosen, "type">): Slot | undefined => slots[type];

/** Why the API would refuse these files, beside the ones that are there. */
export function refusalsOf(files: readonly Chosen[], present: readonly Slot[]): Refused[] {
  const each = files.flatMap((file): Refused[] => {
    const of = file.name;
    if (!slotOf(file)) return [{ code: "wrongType", of }];
    if (file.size === 0) return [{ code: "emptyFile", of }];
    return file.size > largest ? [{ code: "tooLarge", of }] : [];
  });
  const wanted = files.flatMap((file) => slotOf(file) ?? []);
  const twice = (["pdf", "xml"] as const).filter((slot) => wanted.filter((one) => one === slot).length > 1);
  const taken = [...new Set(wanted)].filter((slot) => present.includes(slot));
  return [
    ...each,
    ...twice.map((of): Refused => ({ code: "twice", of })),
    ...taken.map((of): Refused => ({ code: "taken", of })),
  ];
}

/**
 * The type that a browser may open a file as. An address of a file within the page has the page's origin: an
 * XML of the seller's is shown as text and saved, and is never a document of the console's.
 */
export const openableType = (type: string): string =>
  type === "application/pdf" ? type : "application/octet-stream";

/** The text of an XML file, in the encoding that it declares. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1] ?? "utf-8";
  // What can be read byte by byte is no UTF-16, whatever it says.
  return decoderOf(/^utf-?16/i.test(declared) ? "utf-8" : declared).decode(bytes);
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder();
  }
}

/** As deep as lines are indented: a megabyte of elements, each in the one before, would be gigabytes. */
const deepest = 40;

/** XML with its elements on lines of their own, so that people can read it. */
export function indented(xml: string): string {
  let depth = 0;
  const lines = xml.replaceAll(/>\s*</g, ">\n<").split("\n");
  return lines
    .map((line) => {
      const text = line.trim();
      if (text.startsWith("</")) depth -= 1;
      const written = "  ".repeat(Math.min(Math.max(0, depth), deepest)) + text;
      const opens = /^<[^!?/]/.test(text) && !text.endsWith("/>") && !text.includes("</");
      if (opens) depth += 1;
      return written;
    })
    .join("\n");
}
