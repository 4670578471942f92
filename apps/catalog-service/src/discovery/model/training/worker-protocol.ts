import type { LabeledTitle } from "../features/training-set.ts";
import type { TrainOptions } from "./train.ts";

/** To the worker: any number of "titles" messages, then one "train". */
export type TrainRequest =
  | { kind: "titles"; titles: LabeledTitle[] }
  | { kind: "train"; options: Omit<TrainOptions, "onProgress"> };

/** From the worker: a "progress" message for each percent, then one "model" with the serialized bytes. */
export type TrainReply =
  | { kind: "progress"; percent: number }
  | { kind: "model"; bytes: Uint8Array<ArrayBuffer> };
