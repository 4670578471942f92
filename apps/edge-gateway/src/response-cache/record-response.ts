import type { ServerResponse } from "node:http";

/** An answer as it was sent. */
export interface Recorded {
  status: number;
  /** Names and values in turn, as they were sent. */
  headers: string[];
  body: Buffer;
}

/**
 * Calls back with an answer once the whole of it was sent; never with one that broke off or is larger than `maxBytes`. To be
 * called before its headers are sent.
 */
export function record(res: ServerResponse, maxBytes: number, done: (recorded: Recorded) => void): void {
  const { writeHead, write, end } = res;
  const chunks: Buffer[] = [];
  let size = 0;
  let headers: string[] | undefined;
  const add = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
    const encoded = typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8";
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, encoded) : Buffer.from(chunk);
    size += bytes.length;
    if (size <= maxBytes) chunks.push(bytes);
    else chunks.length = 0;
  };
  // The overloads of all three stay those of node:http: every argument is passed on as it came.
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    const result = writeHead.apply(res, args);
    headers = sentHeaders(res, args.at(-1));
    return result;
  }) as typeof writeHead;
  res.write = ((...args: Parameters<typeof write>) => {
    add(args[0], args[1]);
    return write.apply(res, args);
  }) as typeof write;
  res.end = ((...args: Parameters<typeof end>) => {
    add(args[0], args[1]);
    const result = end.apply(res, args);
    if (headers && size <= maxBytes) done({ status: res.statusCode, headers, body: Buffer.concat(chunks) });
    return result;
  }) as typeof end;
}

/** Node keeps headers that were set one by one, and takes those of `writeHead` in with them; alone, it sends these as they are. */
function sentHeaders(res: ServerResponse, given: unknown): string[] {
  // Every outgoing message has it; the types name it on requests only.
  const names = (res as ServerResponse & { getRawHeaderNames(): string[] }).getRawHeaderNames();
  const pairs: (readonly [string, unknown])[] =
    names.length > 0 ? names.map((name) => [name, res.getHeader(name)]) : Object.entries(Object(given));
  return pairs.flatMap(([name, value]) => [value].flat().flatMap((one) => [name, String(one)]));
}
