import { Worker } from "node:worker_threads";
import type { LabeledTitle } from "../features/training-set.ts";
import type { TrainOptions } from "./train.ts";
import type { TrainReply, TrainRequest } from "./worker-protocol.ts";

/** Titles per message: few messages, and each is copied without a noticeable pause. */
const chunkSize = 2_000;

/** From source the worker is TypeScript; in a bundle it is the JavaScript file beside the bundle. */
const workerFile = import.meta.url.endsWith(".ts") ? "./train-worker.ts" : "./train-worker.js";

interface TrainInWorkerOptions extends TrainOptions {
  /** Terminates the worker; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Trains in a worker thread, so that the main thread keeps answering requests. Resolves to the serialized
 * model (see `deserializeModel`); titles may come from a database cursor. Rejects when reading titles or
 * training fails.
 */
export async function trainInWorker(
  titles: Iterable<LabeledTitle> | AsyncIterable<LabeledTitle>,
  options: TrainInWorkerOptions = {},
): Promise<Uint8Array> {
  options.signal?.throwIfAborted();
  const worker = new Worker(new URL(workerFile, import.meta.url));
  const send = (request: TrainRequest) => worker.postMessage(request);
  try {
    const [bytes] = await Promise.all([replyOf(worker, options), request(titles, send, options)]);
    return bytes;
  } finally {
    await worker.terminate();
  }
}

/** Callback and signal cannot be copied to a worker. */
async function request(
  titles: Iterable<LabeledTitle> | AsyncIterable<LabeledTitle>,
  send: (request: TrainRequest) => void,
  { onProgress: _, signal: __, ...options }: TrainInWorkerOptions,
): Promise<void> {
  let chunk: LabeledTitle[] = [];
  for await (const { title, categoryId } of titles) {
    chunk.push({ title, categoryId });
    if (chunk.length < chunkSize) continue;
    send({ kind: "titles", titles: chunk });
    chunk = [];
  }
  send({ kind: "titles", titles: chunk });
  send({ kind: "train", options });
}

function replyOf(worker: Worker, { onProgress, signal }: TrainInWorkerOptions): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  worker.on("message", (reply: TrainReply) => {
    if (reply.kind === "model") resolve(reply.bytes);
    else onProgress?.(reply.percent);
  });
  worker.once("error", reject);
  worker.once("exit", (code) => reject(new Error(`The training worker ended early with code ${code}`)));
  return promise.finally(() => signal?.removeEventListener("abort", abort));
}
