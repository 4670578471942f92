import type { PDFDocument, PDFFont } from "@pdfme/pdf-lib";
import type { TextStyle, Typesetter } from "./label-text.ts";

/** The fonts of a document. */
export interface Fonts extends Typesetter {
  fontOf(style: Pick<TextStyle, "bold">): PDFFont;
}

/** A document with fonts that every reader of PDF has; the library is loaded with the first label. */
export async function emptyDocument(): Promise<{ document: PDFDocument; fonts: Fonts }> {
  const { PDFDocument, StandardFonts } = await import("@pdfme/pdf-lib");
  const document = await PDFDocument.create({ updateMetadata: false });
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const heavy = await document.embedFont(StandardFonts.HelveticaBold);
  const shown = new Set(regular.getCharacterSet());
  const fontOf = ({ bold = false }: Pick<TextStyle, "bold">) => (bold ? heavy : regular);
  return {
    document,
    fonts: {
      fontOf,
      widthOf: (text, style) => fontOf(style).widthOfTextAtSize(text, style.size),
      hasLetter: (letter) => shown.has(letter.codePointAt(0) ?? 0),
    },
  };
}
