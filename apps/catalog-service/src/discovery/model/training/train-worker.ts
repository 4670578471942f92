import { parentPort } from "node:worker_threads";
import type { LabeledTitle } from "../features/training-set.ts";
import { serializeModel } from "../storage/serialize.ts";
import { lowerThreadPriority } from "./thread-priority.ts";
import { type TrainOptions, train } from "./train.ts";
import type { TrainReply, TrainRequest } from "./worker-protocol.ts";

/** Entry point of the worker thread; worker-protocol.ts describes its messages. */
if (parentPort === null) throw new Error("train-worker runs in a worker thread only");
const port = parentPort;
const titles: LabeledTitle[] = [];
lowerThreadPriority();

port.on("message", (request: TrainRequest) => {
  if (request.kind === "titles") for (const title of request.titles) titles.push(title);
  else reply(trainReply(request.options));
});

function trainReply(options: TrainOptions): TrainReply {
  const model = train(titles, {
    ...options,
    onProgress: (percent) => reply({ kind: "progress", percent }),
  });
  // Copied out of the Buffer pool, because only a whole ArrayBuffer can be transferred.
  return { kind: "model", bytes: new Uint8Array(serializeModel(model)) };
}

function reply(message: TrainReply): void {
  port.postMessage(message, message.kind === "model" ? [message.bytes.buffer] : []);
}
