import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { finished } from "node:stream/promises";
import { createMasks, createRecorder, type Exchange, lineOf, maskExchange } from "@marketplace/record";
import { StartRefused } from "../boot/start-refused.ts";
import { notListening } from "./not-listening.ts";

export interface Recording {
  upstream: URL;
  /** A file that must not exist yet. */
  out: string;
  port?: number | undefined;
  headers: Readonly<Record<string, string>>;
  print(line: string): void;
  /** Ends it. */
  signal: AbortSignal;
}

/** Records what passes until the signal; gives how many exchanges there were. */
export async function record({
  upstream,
  out,
  port = 0,
  headers,
  print,
  signal,
}: Recording): Promise<number> {
  const file = await created(out);
  const failure = failureOf(file, out);
  failure.catch(() => {});
  const masks = createMasks();
  const ownHeaders = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  let count = 0;
  const { server, settled } = createRecorder({
    upstream,
    headers,
    onExchange(exchange) {
      const masked = maskExchange(exchange, masks, ownHeaders);
      file.write(lineOf(masked));
      count += 1;
      print(shown(masked));
    },
    onError: (error) => print(`! ${upstream.origin}: ${error.message || error.name}`),
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch(async (error: unknown) => {
    file.destroy();
    await rm(out);
    throw notListening(error, port);
  });
  // A server that listens on a port has an address.
  print(`http://127.0.0.1:${(server.address() as AddressInfo).port} -> ${upstream.href}, recorded in ${out}`);
  try {
    if (!signal.aborted) await Promise.race([once(signal, "abort"), failure]);
  } finally {
    await closed(server);
  }
  await settled();
  file.end();
  await finished(file).catch(() => failure);
  return count;
}

/** Lets what is under way end. */
async function closed(server: Server): Promise<void> {
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  await once(server, "close");
  clearTimeout(cut);
}

const drainTimeoutMs = 5_000;

async function created(path: string): Promise<WriteStream> {
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  try {
    await once(file, "open");
    return file;
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new StartRefused(
      isThere ? `${path} is there already: name another file by --out` : `${path} cannot be written`,
    );
  }
}

/** Such as of a disk that is full. */
async function failureOf(file: WriteStream, path: string): Promise<never> {
  const [error] = await once(file, "error");
  throw new StartRefused(`${path} cannot be written: ${error.message}`);
}

const shown = ({ method, status, target, duration_ms }: Exchange): string =>
  `${status} ${method.padEnd(6)} ${target} (${duration_ms} ms)`;
