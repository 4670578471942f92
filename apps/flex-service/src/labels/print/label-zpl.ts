import type { Label } from "../label-content.rules.ts";
import { code128, qrCode } from "./barcodes.ts";
import { controlPdf } from "./control-pdf.ts";
import { emptyDocument } from "./label-fonts.ts";
import { barcodeBox, labelSize, layoutOf, qrBox, type TextLine } from "./label-layout.ts";
import type { Typesetter } from "./label-text.ts";

/** Carets and tildes begin commands of ZPL. */
const field = (text: string): string => text.replaceAll(/[\^~\p{Cc}]/gu, " ");

/** Points as dots of a printer of 203 to the inch. */
const dots = (points: number): number => Math.round((points * 203) / 72);

/**
 * A label in the language of Zebra's printers. Their font is narrower than the one whose widths set the
 * lines, so that lines fit.
 */
export async function zplOf(label: Label, typesetter: Typesetter): Promise<string> {
  const { lines, rules, barcode, qr } = layoutOf(label, typesetter);
  const [{ width: bars }, { width: modules }] = await Promise.all([
    code128(label.trackingNumber),
    qrCode(label.code),
  ]);
  const [code, square] = [barcodeBox(barcode, bars), qrBox(qr, modules)];
  const height = dots(barcode.height);
  return [
    "^XA",
    `^CI28^PW${dots(labelSize.width)}^LL${dots(labelSize.height)}`,
    ...lines.map(lineOf),
    ...rules.map((top) => `^FO${dots(barcode.left)},${dots(top)}^GB${dots(barcode.width)},2,2^FS`),
    // In mode A the printer packs digits by two, as the code that was measured does.
    `^FO${dots(code.left)},${dots(code.top)}^BY${code.dotsPerModule},3,${height}` +
      `^BCN,${height},N,N,N,A^FD${field(label.trackingNumber)}^FS`,
    // Printers put a QR code as far below its place as bars are high by ^BY.
    `^FO${dots(square.left)},${dots(square.top)}^BY2,2,1^BQN,2,${square.dotsPerModule}^FDMA,${field(label.code)}^FS`,
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
