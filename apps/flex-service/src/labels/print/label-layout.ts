import type { Label } from "../label-content.rules.ts";
import { linesOf, type TextStyle, type Typesetter } from "./label-text.ts";

const centimeter = 72 / 2.54;
/** The size of the labels of thermal printers, in points. */
export const labelSize = { width: 10 * centimeter, height: 15 * centimeter };
const margin = 0.6 * centimeter;
/** The dot of a thermal printer, 203 to the inch. */
const dot = 72 / 203;
/** The widest modules of a bar code: 0.38 mm, which scanners read that are held by hand. */
const maxDotsPerModule = 3;
const inside = labelSize.width - 2 * margin;
const qrSide = 3 * centimeter;

/** In points from the upper left corner of the label. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A code in its place; modules are a whole number of dots wide, for printers cannot draw half a dot. */
export interface CodeBox extends Box {
  dotsPerModule: number;
}

/** The largest place of a code in the middle of a box. */
function placed({ left, width, ...box }: Box, modules: number, maxDots: number): CodeBox {
  const dotsPerModule = Math.max(1, Math.min(maxDots, Math.floor(width / dot / modules)));
  const wide = modules * dotsPerModule * dot;
  return { ...box, left: left + (width - wide) / 2, width: wide, dotsPerModule };
}

/** The box of a bar code of so many modules. */
export const barcodeBox = (box: Box, modules: number): CodeBox => placed(box, modules, maxDotsPerModule);

/** The box of a square code of so many modules. */
export function qrBox(box: Box, modules: number): CodeBox {
  const square = placed(box, modules, Number.POSITIVE_INFINITY);
  return { ...square, height: square.width };
}

/** A line of text; `top` is the upper edge of its letters. */
export interface TextLine extends TextStyle {
  left: number;
  top: number;
  text: string;
}

/** Where everything is on a label, whatever prints it. */
export interface LabelLayout {
  lines: TextLine[];
  /** Rules from edge to edge, by their heights. */
  rules: number[];
  barcode: Box;
  qr: Box;
}

interface Block extends TextStyle {
  texts: readonly string[];
  maxLines?: number;
  width?: number;
  centered?: boolean;
}

/** Sets blocks of text one below the other. */
class Column {
  readonly lines: TextLine[] = [];
  readonly typesetter: Typesetter;
  top: number;

  constructor(typesetter: Typesetter, top: number) {
    this.typesetter = typesetter;
    this.top = top;
  }

  write({ texts, size, bold = false, maxLines = 1, width = inside, centered = false }: Block): void {
    for (const text of texts)
      for (const line of linesOf(text, { size, bold, width, maxLines }, this.typesetter)) {
        const indent = centered ? (width - this.typesetter.widthOf(line, { size, bold })) / 2 : 0;
        this.lines.push({ left: margin + indent, top: this.top, text: line, size, bold });
        this.top += size * 1.25;
      }
  }
}

/** The most there can be of each block leaves room for the codes: addresses are cut, they never overlap. */
export function layoutOf(label: Label, typesetter: Typesetter): LabelLayout {
  const column = new Column(typesetter, margin);
  column.write({ texts: [label.service], size: 14, bold: true });
  column.write({ texts: label.sender, size: 8 });
  column.write({ texts: [label.orders], size: 8 });
  const barcode = { left: margin, top: column.top + 6, width: inside, height: 60 };
  column.top = barcode.top + barcode.height + 4;
  column.write({ texts: [label.trackingNumber], size: 10, bold: true, centered: true });
  const rules = [column.top + 3];
  column.top += 9;
  const [zipCode = "", ...city] = label.destination;
  column.write({ texts: [zipCode], size: 20, bold: true });
  column.write({ texts: city, size: 15, bold: true, maxLines: 2 });
  column.top += 3;
  const [receiver = "", street = "", ...place] = label.receiver;
  column.write({ texts: [receiver], size: 10, bold: true, maxLines: 2 });
  column.write({ texts: [street], size: 10, maxLines: 2 });
  column.write({ texts: place, size: 10 });
  column.write({ texts: [label.remarks], size: 8 });
  const qr = {
    left: labelSize.width - margin - qrSide,
    top: labelSize.height - margin - qrSide,
    width: qrSide,
    height: qrSide,
  };
  rules.push(qr.top - 6);
  column.top = qr.top;
  const width = inside - qrSide - 10;
  const [shown, left] = [label.items.slice(0, maxItems), label.items.slice(maxItems)];
  column.write({ texts: shown, size: 7, maxLines: 2, width });
  if (left.length > 0) column.write({ texts: [`+ ${left.length}`], size: 7, width });
  return { lines: column.lines, rules, barcode, qr };
}

const maxItems = 4;
