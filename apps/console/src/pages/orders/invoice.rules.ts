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

/** XML with its elements on lines of their own, so that people can read it. */
export function indented(xml: string): string {
  let depth = 0;
  const lines = xml.replaceAll(/>\s*</g, ">\n<").split("\n");
  return lines
    .map((line) => {
      const text = line.trim();
      if (text.startsWith("</")) depth -= 1;
      const written = "  ".repeat(Math.max(0, depth)) + text;
      const opens = /^<[^!?/]/.test(text) && !text.endsWith("/>") && !text.includes("</");
      if (opens) depth += 1;
      return written;
    })
    .join("\n");
}
