import type { PDFPage } from "@pdfme/pdf-lib";
import type { Label } from "../label-content.rules.ts";
import { emptyDocument, type Fonts } from "./label-fonts.ts";
import { savedAt } from "./label-pdf.ts";
import { linesOf } from "./label-text.ts";

const centimeter = 72 / 2.54;
const size = { width: 21 * centimeter, height: 29.7 * centimeter };
const margin = 1.5 * centimeter;
const labelsPerPage = 18;

interface Line {
  text: string;
  size: number;
  bold?: boolean;
  maxLines?: number;
  /** Free space above it. */
  above?: number;
}

/** The list of what was printed, for the seller's records; `at` is its date. */
export async function controlPdf(labels: readonly Label[], at: Date): Promise<Buffer> {
  const { document, fonts } = await emptyDocument();
  const pages = Math.ceil(labels.length / labelsPerPage);
  for (let page = 0; page < pages; page += 1) {
    const listed = labels.slice(page * labelsPerPage, (page + 1) * labelsPerPage);
    const title = { text: `Control de etiquetas   ${page + 1} / ${pages}`, size: 16, bold: true };
    writeLines(document.addPage([size.width, size.height]), [title, ...listed.flatMap(entryOf)], fonts);
  }
  return savedAt(document, at);
}

const entryOf = ({ trackingNumber, orders, receiver, items }: Label): Line[] => [
  { text: `${trackingNumber}   ${orders}`, size: 9, bold: true, above: 6 },
  { text: receiver.join(", "), size: 9 },
  { text: items.join("; "), size: 8 },
];

function writeLines(page: PDFPage, lines: readonly Line[], fonts: Fonts): void {
  const width = size.width - 2 * margin;
  let y = size.height - margin;
  for (const { text, above = 0, maxLines = 1, ...style } of lines) {
    y -= above;
    for (const line of linesOf(text, { ...style, width, maxLines }, fonts)) {
      y -= style.size * 1.25;
      page.drawText(line, { x: margin, y, size: style.size, font: fonts.fontOf(style) });
    }
  }
}
