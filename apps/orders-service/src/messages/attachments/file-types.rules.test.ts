import { describe, expect, it } from "vitest";
import { typeOf } from "./file-types.rules.ts";

const named = (filename: string, mediaType = "application/octet-stream") => ({ filename, mediaType });

describe("the type of a file", () => {
  it.each([
    ["jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
    ["pdf", Buffer.from("%PDF-1.7\n\u0000")],
  ])("is %s by its first bytes, whatever it is called", (extension, head) => {
    expect(typeOf(head, named("factura.txt", "text/plain"))?.extension).toBe(extension);
  });

  it("is text when it is called so and holds no control characters", () => {
    const text = Buffer.from("¡Hola!\r\n\tGracias\n");
    expect(typeOf(text, named("NOTA.TXT"))?.contentType).toBe("text/plain");
    expect(typeOf(text, named("nota", "text/plain"))?.contentType).toBe("text/plain");
    expect(typeOf(text, named("nota.html", "text/html"))).toBeUndefined();
    expect(typeOf(Buffer.from("MZ\u0090\u0000"), named("nota.txt"))).toBeUndefined();
  });

  it.each([
    ["an archive", Buffer.from("PK\u0003\u0004")],
    ["half a signature", Buffer.from([0x89, 0x50, 0x4e])],
    ["a script", Buffer.from("<script>")],
  ])("is none of %s", (_, head) => {
    expect(typeOf(head, named("foto.png", "image/png"))).toBeUndefined();
  });
});
