import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { LabeledTitle } from "../../apps/catalog-service/src/discovery/model/features/training-set.ts";
import { hashText } from "./noise.ts";

/** One site's titles, split into training and test. */
export interface TitleSet {
  name: string;
  training: LabeledTitle[];
  heldOut: LabeledTitle[];
  /** Category paths, which a service reads from the site's tree. */
  paths: Map<string, string[]>;
}

/**
 * The hash key that decides on which side a title falls: the whole title, or the title without its digits,
 * which keeps the sizes of one product together and is therefore harder.
 */
export const splits = ["title-without-digits", "title"] as const;
export type Split = (typeof splits)[number];

/** Number of parts, of which one at a time is held out. */
export const foldCount = 5;

const fileEnding = ".train.jsonl.gz";

/** Reads every `*.train.jsonl.gz` of the folder, with one fold held out; throws when there is none. */
export function readTitleSets(folder: string, split: Split, fold: number): TitleSet[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(fileEnding));
  if (files.length === 0) throw new Error(`No *${fileEnding} in ${folder}`);
  return files.sort().map((file) => {
    const lines = readLines(join(folder, file));
    const titles = lines.map(({ title, category_id: categoryId }) => ({ title, categoryId }));
    const { training = [], heldOut = [] } = Object.groupBy(titles, (title) =>
      foldOf(title, split) === fold ? "heldOut" : "training",
    );
    const paths = new Map(lines.map((line) => [line.category_id, line.category_path]));
    return { name: file.slice(0, -fileEnding.length), training, heldOut, paths };
  });
}

interface Line {
  title: string;
  category_id: string;
  category_path: string[];
}

function readLines(path: string): Line[] {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

function foldOf({ title }: LabeledTitle, split: Split): number {
  return hashText(split === "title" ? title : title.replace(/\d/g, "")) % foldCount;
}
