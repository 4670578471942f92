import {
  BinaryBitmap,
  Code128Reader,
  GlobalHistogramBinarizer,
  QRCodeReader,
  type Reader,
  RGBLuminanceSource,
} from "@zxing/library";
import { expect, test } from "vitest";
import { type Barcode, code128, qrCode } from "./barcodes.ts";

const pixelsPerModule = 4;
/** Free space that scanners need around a code, in modules. */
const quiet = 10;

/** What a scanner reads of a code that is printed with bars of some height. */
function scanned(reader: Reader, { width, height, bars }: Barcode, rows = 1): string {
  const [across, down] = [width + 2 * quiet, height * rows + 2 * quiet].map((side) => side * pixelsPerModule);
  const pixels = new Uint8ClampedArray((across ?? 0) * (down ?? 0)).fill(255);
  for (const bar of bars)
    for (let y = 0; y < bar.height * rows * pixelsPerModule; y += 1) {
      const row = (bar.y * rows + quiet) * pixelsPerModule + y;
      const start = row * (across ?? 0) + (bar.x + quiet) * pixelsPerModule;
      pixels.fill(0, start, start + bar.width * pixelsPerModule);
    }
  const source = new RGBLuminanceSource(pixels, across ?? 0, down ?? 0);
  return reader.decode(new BinaryBitmap(new GlobalHistogramBinarizer(source))).getText();
}

test.each(["MEL4350000007FMDOR01", "MEL9007199254740991FMDOR01", "AB-123"])(
  "a scanner reads the tracking number %s",
  async (text) => {
    const code = await code128(text);
    expect((code.width - 13) % 11).toBe(0);
    expect(scanned(new Code128Reader(), code, 40)).toBe(text);
  },
);

test("an application reads its text", async () => {
  const text = '{"id":"4350000007","sender_id":1000000001}';
  expect(scanned(new QRCodeReader(), await qrCode(text))).toBe(text);
});
