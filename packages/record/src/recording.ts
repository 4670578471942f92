import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Exchange } from "./exchange.ts";

/** A file that is no recording, with the line that is wrong. */
export class InvalidRecording extends Error {
  readonly line: number;

  constructor(line: number, why: string) {
    super(`line ${line} is no exchange of a recording: ${why}`);
    this.name = "InvalidRecording";
    this.line = line;
  }
}

/** The exchanges of a recording, in the order of its lines; throws InvalidRecording. */
export async function* readRecording(source: Readable): AsyncGenerator<Exchange> {
  const failed = new Promise<never>((_, reject) => source.once("error", reject));
  failed.catch(() => {});
  const lines = createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() !== "") yield parse(line, number);
  }
  if (source.errored) await failed;
}

function parse(line: string, number: number): Exchange {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw new InvalidRecording(number, "it is no JSON");
  }
  const exchange = Exchange.safeParse(json);
  if (exchange.success) return exchange.data;
  const [issue] = exchange.error.issues;
  throw new InvalidRecording(number, `${issue?.path.join(".") || "the line"}: ${issue?.message ?? ""}`);
}

/** The line of an exchange. */
export const lineOf = (exchange: Exchange): string => `${JSON.stringify(exchange)}\n`;
