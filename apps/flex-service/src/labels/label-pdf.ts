import type { PDFDocument, PDFFont, PDFPage } from "@pdfme/pdf-lib";
import { type Barcode, code128, qrCode } from "./barcodes.ts";
import type { Label } from "./label-content.rules.ts";

const centimeter = 72 / 2.54;
/** The size of the labels of thermal printers. */
const labelSize = { width: 10 * centimeter, height: 15 * centimeter };
const controlSize = { width: 21 * centimeter, height: 29.7 * centimeter };
const margin = 0.7 * centimeter;

interface Sheet {
  page: PDFPage;
  regular: PDFFont;
  bold: PDFFont;
}

/** A PDF of pages; `at` is its date, so that the same labels are the same bytes. */
async function documentOf(
  at: Date,
  draw: (fonts: Omit<Sheet, "page">, document: PDFDocument) => Promise<void>,
) {
  const { PDFDocument, StandardFonts } = await import("@pdfme/pdf-lib");
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setCreationDate(at);
  document.setModificationDate(at);
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  await draw({ regular, bold }, document);
  return Buffer.from(await document.save());
}

/** A PDF with a page for each label. */
export const labelsPdf = (labels: readonly Label[], at: Date): Promise<Buffer> =>
  documentOf(at, async (fonts, document) => {
    for (const label of labels) {
      const page = document.addPage([labelSize.width, labelSize.height]);
      await drawLabel({ page, ...fonts }, label);
    }
  });

const rowsPerPage = 32;

/** The list of what was printed, for the seller's records. */
export const controlPdf = (labels: readonly Label[], at: Date): Promise<Buffer> =>
  documentOf(at, async (fonts, document) => {
    for (let first = 0; first < labels.length; first += rowsPerPage) {
      const sheet = { page: document.addPage([controlSize.width, controlSize.height]), ...fonts };
      const lines = new Lines(sheet, controlSize.height - 2 * margin);
      lines.write("Control de etiquetas", { size: 16, bold: true });
      for (const label of labels.slice(first, first + rowsPerPage)) {
        lines.write(`${label.shipmentId}  ${label.trackingNumber}  ${label.orders}`, { size: 9, bold: true });
        lines.write([label.receiver[0], ...label.items].join("  "), { size: 9 });
      }
    }
  });

async function drawLabel(sheet: Sheet, label: Label): Promise<void> {
  const lines = new Lines(sheet, labelSize.height - margin);
  lines.write(label.service, { size: 14, bold: true });
  for (const line of label.sender) lines.write(line, { size: 8 });
  lines.write(`${label.orders}   Envío ${label.shipmentId}`, { size: 8 });
  const bars = { left: margin, top: lines.y - 6, width: labelSize.width - 2 * margin, height: 60 };
  drawCode(sheet.page, await code128(label.trackingNumber), bars);
  lines.y = bars.top - bars.height - 4;
  lines.write(label.trackingNumber, { size: 10, bold: true });
  for (const line of label.destination) lines.write(line, { size: 18, bold: true });
  for (const line of label.receiver) lines.write(line, { size: 9 });
  for (const line of label.items.slice(0, 4)) lines.write(line, { size: 7 });
  const side = 3 * centimeter;
  drawCode(sheet.page, await qrCode(label.code), {
    left: labelSize.width - margin - side,
    top: margin + side,
    width: side,
    height: side,
  });
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Draws a code into a box; a code of one row is stretched to its height. */
function drawCode(page: PDFPage, code: Barcode, box: Box): void {
  const [across, down] = [box.width / code.width, box.height / code.height];
  for (const { x, y, width, height } of code.bars)
    page.drawRectangle({
      x: box.left + x * across,
      y: box.top - (y + height) * down,
      width: width * across,
      height: height * down,
    });
}

/** Lines of text from the top of a page on. */
class Lines {
  readonly sheet: Sheet;
  y: number;

  constructor(sheet: Sheet, top: number) {
    this.sheet = sheet;
    this.y = top;
  }

  /** Writes a line, cut to the width of the page. */
  write(text: string, { size, bold = false }: { size: number; bold?: boolean }): void {
    const { page, regular, bold: heavy } = this.sheet;
    const font = bold ? heavy : regular;
    this.y -= size * 1.25;
    const room = page.getWidth() - 2 * margin;
    page.drawText(fitting(text, { font, size, room }), { x: margin, y: this.y, size, font });
  }
}

/** The text as the font can show it, as much of it as there is room for. */
function fitting(text: string, { font, size, room }: { font: PDFFont; size: number; room: number }): string {
  const shown = new Set(font.getCharacterSet());
  const known = [...text.normalize("NFC")].map((char) => (shown.has(char.codePointAt(0) ?? 0) ? char : "?"));
  while (known.length > 0 && font.widthOfTextAtSize(known.join(""), size) > room) known.pop();
  return known.join("");
}
