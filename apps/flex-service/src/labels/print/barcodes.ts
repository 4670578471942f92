/** A rectangle to be filled, in modules from the upper left corner. */
export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A code as the bars it is made of, and its size in modules. */
export interface Barcode {
  width: number;
  height: number;
  bars: Bar[];
}

interface Bars {
  /** Widths of bars and spaces, alternating, a bar first. */
  sbs: readonly number[];
}

interface Matrix {
  /** Rows of modules, 1 is dark. */
  pixs: readonly number[];
  pixx: number;
  pixy: number;
}

/** The library draws codes of every kind; it is loaded with the first label. */
async function encode(kind: string, text: string): Promise<Partial<Bars & Matrix>> {
  // Its named export `raw` draws a code of that name.
  const { default: library } = await import("bwip-js/node");
  const [code] = library.raw({ bcid: kind, text });
  if (!code) throw new Error(`no ${kind} for ${text}`);
  // Which of the two forms it is, the kind of the code says.
  return code as Partial<Bars & Matrix>;
}

/** The bar code of a tracking number, Code 128, one module high. */
export async function code128(text: string): Promise<Barcode> {
  const { sbs = [] } = await encode("code128", text);
  const bars: Bar[] = [];
  let x = 0;
  for (const [place, width] of sbs.entries()) {
    if (place % 2 === 0) bars.push({ x, y: 0, width, height: 1 });
    x += width;
  }
  return { width: x, height: 1, bars };
}

/** The two-dimensional code of a text, a QR code. */
export async function qrCode(text: string): Promise<Barcode> {
  const { pixs = [], pixx = 0, pixy = 0 } = await encode("qrcode", text);
  const bars: Bar[] = [];
  for (const [place, dark] of pixs.entries()) {
    if (dark !== 1) continue;
    const [x, y] = [place % pixx, Math.floor(place / pixx)];
    const last = bars.at(-1);
    // Neighbors in a row are one bar: a document of labels is as large as the number of its bars.
    if (last && last.y === y && last.x + last.width === x) last.width += 1;
    else bars.push({ x, y, width: 1, height: 1 });
  }
  return { width: pixx, height: pixy, bars };
}
