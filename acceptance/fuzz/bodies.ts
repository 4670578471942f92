import fc from "fast-check";
import type { Operation } from "./document.ts";
import { brokenJson, brokenText, fittingValue, type Surroundings } from "./schema-values.ts";

/** A body with its content type. */
export interface Body {
  type: string | undefined;
  bytes: Uint8Array;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = (text: string): Body => ({ type: "application/json", bytes: bytesOf(text) });

/** Bodies of an operation: valid ones, ones with an invalid field, and ones that cannot be parsed. */
export function bodyOf(operation: Operation, around: Surroundings): fc.Arbitrary<Body | undefined> {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || content === undefined)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: malformed });
  if (type.startsWith("multipart/")) return multipart;
  const valid = fittingValue(content.schema, around);
  const readable = fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 3, arbitrary: fc.tuple(valid, fault).map(([value, apply]) => apply(value)) },
    { weight: 1, arbitrary: brokenJson },
  );
  const written =
    type === "application/x-www-form-urlencoded"
      ? fc.oneof(readable.map(form), readable.map(textOf).map(json))
      : fc.oneof(
          { weight: 12, arbitrary: readable.map(textOf).map(json) },
          { weight: 1, arbitrary: duplicated(valid) },
        );
  return fc.oneof(
    { weight: 14, arbitrary: written },
    { weight: 1, arbitrary: malformed },
    {
      weight: 1,
      arbitrary: fc.constant(undefined),
    },
  );
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? "";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A generated object may lack a `toString`. */
const fieldOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? textOf(value) : String(value);

function form(value: unknown): Body {
  const pairs = isRecord(value) ? Object.entries(value) : [];
  const text = new URLSearchParams(
    pairs.map(([name, field]): [string, string] => [name, fieldOf(field).toWellFormed()]),
  ).toString();
  return { type: "application/x-www-form-urlencoded", bytes: bytesOf(text) };
}

/** Breaks one field: missing, of a wrong type, or unknown. */
const fault: fc.Arbitrary<(value: unknown) => unknown> = fc
  .tuple(fc.constantFrom("drop", "replace", "add", "deep"), fc.nat(), brokenJson)
  .map(([what, index, junk]) => (value) => {
    if (!isRecord(value)) return junk;
    const names = Object.keys(value);
    const name = names[index % Math.max(1, names.length)] ?? "text";
    if (what === "drop") return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    if (what === "replace") return { ...value, [name]: junk };
    if (what === "add") return { ...value, [index % 2 ? "is_admin" : "constructor"]: junk };
    return nested(value, name, junk);
  });

/** Breaks a field one level down, where there is one. */
function nested(value: Record<string, unknown>, name: string, junk: unknown): unknown {
  const inside = value[name];
  if (Array.isArray(inside)) return { ...value, [name]: [...inside, junk] };
  return isRecord(inside)
    ? { ...value, [name]: { ...inside, surplus: junk } }
    : { ...value, [name]: { deep: junk } };
}

/** The same field twice, with `__proto__` beside it. */
const duplicated = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<Body> =>
  fc.tuple(valid, brokenJson).map(([value, junk]) => {
    const inner = textOf(value).slice(1, -1);
    return json(`{${inner}${inner === "" ? "" : ","}"text":${textOf(junk) || 0},"__proto__":{"admin":true}}`);
  });

const malformed: fc.Arbitrary<Body> = fc.oneof(
  fc
    .constantFrom(
      "",
      "{",
      '{"a":',
      "nul",
      "[1,]",
      "\ufeff{}",
      "'{}'",
      "{}{}",
      '"\\ud800"',
      "[".repeat(70),
      "<a/>",
    )
    .map(json),
  fc.constantFrom([0xff, 0xfe], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]).map((bytes) => ({
    type: "application/json",
    bytes: Uint8Array.from(bytes),
  })),
  fc
    .constantFrom(
      "text/plain",
      "application/xml",
      "application/json; charset=latin1",
      "multipart/form-data",
      "",
      "x/y;=",
    )
    .map((type) => ({ type, bytes: bytesOf("{}") })),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => ({ type: undefined, bytes })),
);

const part = fc.record({
  name: fc.constantFrom(
    "fiscal_document",
    "fiscal_document",
    "fiscal_document",
    "file",
    "access_token",
    "other",
    "__proto__",
  ),
  filename: fc.oneof(
    fc.constantFrom('filename="a.pdf"', 'filename="b.xml"', "", 'filename=""', "filename*=UTF-8''%ff"),
    fc.constantFrom("../../x.pdf", "ñ.pdf", "a\tb.pdf", "x".repeat(300)).map((name) => `filename="${name}"`),
  ),
  type: fc.oneof(
    fc.constantFrom("application/pdf", "application/xml", "text/xml", "image/png", ""),
    brokenText,
  ),
  content: fc.constantFrom("%PDF-1.4", "<xml/>", "", "x".repeat(2_000), "\u0000\u00ff"),
});

const ends = ["--X--\r\n", "--X--", "", "--X", "--X\r\nContent-Disposition"];

const multipart: fc.Arbitrary<Body> = fc
  .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom(...ends, "--X--\r\n", "--X--\r\n"), fc.nat(20))
  .map(([parts, end, odd]) => {
    const text = parts.map(({ name, filename, type, content }) => {
      const disposition = `Content-Disposition: form-data; name="${name}"${filename && `; ${filename}`}`;
      const line = type.replaceAll(/[\r\n]/g, " ");
      return `--X\r\n${disposition}\r\n${line && `Content-Type: ${line}\r\n`}\r\n${content}\r\n`;
    });
    const type = odd === 0 ? "multipart/form-data" : "multipart/form-data; boundary=X";
    return { type, bytes: bytesOf(text.join("") + end) };
  });
