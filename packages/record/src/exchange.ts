import { z } from "zod";

/** A body: JSON as it is, other text, or how many bytes there were of what is neither. */
export const RecordedBody = z.union([
  z.strictObject({ json: z.json() }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ bytes: z.int().min(0) }),
]);
export type RecordedBody = z.output<typeof RecordedBody>;

/** Names in small letters; of a header that came several times all values. */
const Headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export type RecordedHeaders = z.output<typeof Headers>;

const Message = z.strictObject({ headers: Headers, body: RecordedBody.nullable() });

/** A request with its answer: one line of a recording. */
export const Exchange = z.strictObject({
  /** Of the format of the line. */
  version: z.literal(1),
  at: z.iso.datetime(),
  method: z.string(),
  /** Path and query. */
  target: z.string(),
  request: Message,
  status: z.int(),
  answer: Message,
  duration_ms: z.number(),
});
export type Exchange = z.output<typeof Exchange>;

export const formatVersion = 1;

/** The first value of a header. */
export const headerOf = (headers: RecordedHeaders, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};
