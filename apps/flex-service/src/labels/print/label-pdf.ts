import { setImmediate } from "node:timers/promises";
import type { PDFDocument, PDFPage } from "@pdfme/pdf-lib";
import type { Label } from "../label-content.rules.ts";
import { type Barcode, code128, qrCode } from "./barcodes.ts";
import { emptyDocument, type Fonts } from "./label-fonts.ts";
import { type Box, barcodeBox, labelSize, layoutOf, qrBox } from "./label-layout.ts";

/** A PDF with a page for each label; `at` is its date, so that the same labels are the same bytes. */
export async function labelsPdf(labels: readonly Label[], at: Date): Promise<Buffer> {
  const { document, fonts } = await emptyDocument();
  for (const label of labels) {
    const page = document.addPage([labelSize.width, labelSize.height]);
    await drawLabel(page, label, fonts);
    // A label takes milliseconds to draw, and other requests wait meanwhile.
    await setImmediate();
  }
  return savedAt(document, at);
}

export async function savedAt(document: PDFDocument, at: Date): Promise<Buffer> {
  document.setCreationDate(at);
  document.setModificationDate(at);
  return Buffer.from(await document.save());
}

/** Letters reach this far down from the top of their line. */
const baseline = 0.8;

async function drawLabel(page: PDFPage, label: Label, fonts: Fonts): Promise<void> {
  const { lines, rules, barcode, qr } = layoutOf(label, fonts);
  for (const { text, left, top, size, bold } of lines)
    page.drawText(text, {
      x: left,
      y: page.getHeight() - top - baseline * size,
      size,
      font: fonts.fontOf({ bold }),
    });
  for (const top of rules)
    page.drawRectangle({
      x: barcode.left,
      y: page.getHeight() - top,
      width: barcode.width,
      height: 0.7,
    });
  const [bars, square] = await Promise.all([code128(label.trackingNumber), qrCode(label.code)]);
  drawCode(page, bars, barcodeBox(barcode, bars.width));
  drawCode(page, square, qrBox(qr, square.width));
}

/** Draws a code into a box; a code of one row is stretched to its height. */
function drawCode(page: PDFPage, code: Barcode, box: Box): void {
  const [across, down] = [box.width / code.width, box.height / code.height];
  for (const { x, y, width, height } of code.bars)
    page.drawRectangle({
      x: box.left + x * across,
      y: page.getHeight() - box.top - (y + height) * down,
      width: width * across,
      height: height * down,
    });
}
