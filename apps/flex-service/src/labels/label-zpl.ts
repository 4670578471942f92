import type { Label } from "./label-content.rules.ts";
import { controlPdf } from "./label-pdf.ts";

/** Carets and tildes begin commands of ZPL. */
const field = (text: string): string => text.replaceAll(/[\^~\p{Cc}]/gu, " ");

interface Line {
  text: string;
  /** Height of the letters in dots. */
  size: number;
}

/** A label of 10 x 15 cm at 203 dots per inch in the language of Zebra's printers. */
export function zplOf(label: Label): string {
  const lines: Line[] = [
    { text: label.service, size: 40 },
    ...label.sender.map((text) => ({ text, size: 22 })),
    { text: `${label.orders}   Envío ${label.shipmentId}`, size: 22 },
  ];
  const after: Line[] = [
    ...label.destination.map((text) => ({ text, size: 48 })),
    ...label.receiver.map((text) => ({ text, size: 26 })),
    ...label.items.slice(0, 4).map((text) => ({ text, size: 20 })),
  ];
  return [
    "^XA",
    "^CI28^PW799^LL1199",
    ...fieldsFrom(40, lines),
    `^FO40,240^BY3,3,160^BCN,160,Y,N,N^FD${field(label.trackingNumber)}^FS`,
    ...fieldsFrom(470, after),
    `^FO560,960^BQN,2,6^FDMA,${field(label.code)}^FS`,
    "^XZ",
  ].join("\n");
}

/** Fields one below the other. */
function fieldsFrom(top: number, lines: readonly Line[]): string[] {
  let y = top;
  return lines.map(({ text, size }) => {
    const command = `^FO40,${y}^A0N,${size},${size}^FD${field(text)}^FS`;
    y += Math.round(size * 1.3);
    return command;
  });
}

/** The archive that carriers' printing programs take: the commands, and the list of what is printed. */
export async function labelsZip(labels: readonly Label[], at: Date): Promise<Buffer> {
  const { strToU8, zipSync } = await import("fflate");
  const files = {
    "Etiqueta de envio.txt": strToU8(`${labels.map(zplOf).join("\n")}\n`),
    "Control.pdf": await controlPdf(labels, at),
  };
  return Buffer.from(zipSync(files, { mtime: at }));
}
