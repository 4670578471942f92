import { code128 } from "./barcodes.ts";
import { controlPdf } from "./control-pdf.ts";
import type { Label } from "./label-content.rules.ts";
import { emptyDocument } from "./label-fonts.ts";
import { labelSize, layoutOf, type TextLine } from "./label-layout.rules.ts";
import type { Typesetter } from "./label-text.rules.ts";

/** Carets and tildes begin commands of ZPL. */
const field = (text: string): string => text.replaceAll(/[\^~\p{Cc}]/gu, " ");

/** Points as dots of a printer of 203 to the inch. */
const dots = (points: number): number => Math.round((points * 203) / 72);

/** The widest bars of a code whose scanners are held by hand. */
const mostDotsPerModule = 3;

/**
 * A label in the language of Zebra's printers. Their font is narrower than the one whose widths set the
 * lines, so that lines fit.
 */
export async function zplOf(label: Label, typesetter: Typesetter): Promise<string> {
  const { lines, rules, barcode, qr } = layoutOf(label, typesetter);
  const { width: modules } = await code128(label.trackingNumber);
  const thickness = Math.min(mostDotsPerModule, Math.floor(dots(barcode.width) / modules));
  const indent = Math.floor((dots(barcode.width) - modules * thickness) / 2);
  const height = dots(barcode.height);
  return [
    "^XA",
    `^CI28^PW${dots(labelSize.width)}^LL${dots(labelSize.height)}`,
    ...lines.map(lineOf),
    ...rules.map((top) => `^FO${dots(barcode.left)},${dots(top)}^GB${dots(barcode.width)},2,2^FS`),
    // In mode A the printer packs digits by two, as the code that was measured does.
    `^FO${dots(barcode.left) + indent},${dots(barcode.top)}^BY${thickness},3,${height}` +
      `^BCN,${height},N,N,N,A^FD${field(label.trackingNumber)}^FS`,
    // Printers put a QR code as far below its place as bars are high by ^BY.
    `^FO${dots(qr.left)},${dots(qr.top)}^BY2,2,1^BQN,2,6^FDMA,${field(label.code)}^FS`,
    "^XZ",
  ].join("\n");
}

const lineOf = ({ left, top, size, text }: TextLine): string =>
  `^FO${dots(left)},${dots(top)}^A0N,${dots(size)},${dots(size)}^FD${field(text)}^FS`;

/** The archive that carriers' printing programs take: the commands, and the list of what is printed. */
export async function labelsZip(labels: readonly Label[], at: Date): Promise<Buffer> {
  const { strToU8, zipSync } = await import("fflate");
  const { fonts } = await emptyDocument();
  const commands = await Promise.all(labels.map((label) => zplOf(label, fonts)));
  const files = {
    "Etiqueta de envio.txt": strToU8(`${commands.join("\n")}\n`),
    "Control.pdf": await controlPdf(labels, at),
  };
  return Buffer.from(zipSync(files, { mtime: at }));
}
